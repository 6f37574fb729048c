// Signs and verifies with the libraries of node. Each line of stdin is a JSON
// object, answered by one line on stdout: { header } or { error } for "sign",
// { ok } or { error } for "verify". A line that is no such object ends it.

import { createInterface } from "node:readline";
import * as standard from "standardwebhooks";
import * as svix from "svix";
import Stripe from "stripe";

const { webhooks } = new Stripe("sk_test_unused");

const peers = {
  standardwebhooks: {
    sign: signer(standard.Webhook, "webhook"),
    verify: ({ secret, header, body }) =>
      new standard.Webhook(secret).verify(body, header, { jsonParse: false }),
    refusal: standard.WebhookVerificationError,
  },
  svix: {
    sign: signer(svix.Webhook, "svix"),
    verify: ({ secret, header, body }) => new svix.Webhook(secret).verify(body, header),
    refusal: svix.WebhookVerificationError,
  },
  stripe: {
    sign: ({ secret, timestamp, body }) => ({
      "stripe-signature": webhooks.generateTestHeaderString({ secret, timestamp, payload: body.toString() }),
    }),
    verify: ({ secret, header, body }) =>
      webhooks.signature.verifyHeader(body, header["stripe-signature"], secret, webhooks.DEFAULT_TOLERANCE),
    refusal: Stripe.errors.StripeSignatureVerificationError,
  },
};

function signer(Webhook, prefix) {
  return ({ secret, id, timestamp, body }) => ({
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: String(timestamp),
    [`${prefix}-signature`]: new Webhook(secret).sign(id, new Date(timestamp * 1000), body),
  });
}

// An exception that is no refusal of the library's own ends the process: a
// crash is not an answer.
function answer(request) {
  const peer = peers[request.peer];
  request.body = Buffer.from(request.body, "base64");
  if (request.op === "sign") {
    return { header: peer.sign(request) };
  }
  try {
    peer.verify(request);
    return { ok: true };
  } catch (error) {
    if (error instanceof peer.refusal) {
      return { error: error.message };
    }
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
}
