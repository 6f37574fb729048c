// Answers a conformance runner with a released npm package:
//
//   npm ci && node adapter.mjs standardwebhooks-1.0.0
//
// The name is one of package.json. The clock is Date, which stands at the time
// of the command.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [name] = process.argv.slice(2);
const found = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url)));

let now;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [Date.now()] : args));
  }
  static now() {
    return now ?? RealDate.now();
  }
};

const imported = await import(name);

// What a server of node makes of the bytes of a value.
const latin1 = (value) => (typeof value === "string" ? Buffer.from(value) : Buffer.from(value.base64, "base64")).toString("latin1");
const object = (fields) => Object.fromEntries(fields.map(([key, value]) => [key, latin1(value)]));
const header = (fields, wanted) => latin1((fields.find(([key]) => key.toLowerCase() === wanted) ?? ["", ""])[1]);

class Unsupported extends Error {}
class KeyRefused extends Error {}

// A constructor that throws has refused the key, by whatever error.
function construct(secret) {
  try {
    return new imported.Webhook(secret);
  } catch (error) {
    throw new KeyRefused(error.message);
  }
}

// The two packages with one design.
const webhook = (profiles, source) => ({
  source, profiles, ops: ["verify", "sign", "key"], features: ["bytes-body", "raw-header", "bytes-header"],
  refuses: (error) => error instanceof imported.WebhookVerificationError,
  key: construct,
  verify: (secret, fields, body) => construct(secret).verify(body, object(fields)),
  sign(secret, { id, timestamp, profile }, body) {
    const signature = construct(secret).sign(id, new Date(timestamp * 1000), body);
    const prefix = { standard: "webhook", svix: "svix" }[profile];
    return [[`${prefix}-id`, id], [`${prefix}-timestamp`, String(timestamp)], [`${prefix}-signature`, signature]];
  },
});

function stripe() {
  const { webhooks, errors } = imported.Stripe;
  return {
    source: "https://github.com/stripe/stripe-node", profiles: ["stripe"], ops: ["verify", "sign"],
    features: ["bytes-body", "raw-header", "bytes-header", "tolerance"],
    refuses: (error) => error instanceof errors.StripeSignatureVerificationError,
    verify: (secret, fields, body, tolerance) => webhooks.constructEvent(body, header(fields, "stripe-signature"), secret, tolerance),
    sign: (secret, { timestamp }, body) => [["Stripe-Signature", webhooks.generateTestHeaderString({ payload: body, secret, timestamp })]],
  };
}

function openai() {
  const client = new imported.OpenAI({ apiKey: "none" });
  const headers = (fields) => {
    try {
      return new Headers(fields.map(([key, value]) => [key, latin1(value)]));
    } catch (error) {
      throw new Unsupported(error.message);
    }
  };
  return {
    source: "https://github.com/openai/openai-node", profiles: ["standard"], ops: ["verify"],
    features: ["bytes-header", "repeated-header", "tolerance"],
    refuses: (error) => error instanceof imported.InvalidWebhookSignatureError || error.message.startsWith("The webhook secret must"),
    verify: (secret, fields, body, tolerance) => client.webhooks.verifySignature(body.toString(), headers(fields), secret, tolerance),
  };
}

const library = {
  standardwebhooks: () => webhook(["standard"], "https://github.com/standard-webhooks/standard-webhooks"),
  svix: () => webhook(["standard", "svix"], "https://github.com/svix/svix-webhooks"),
  stripe,
  openai,
}[found.name]();

async function run(command) {
  const body = Buffer.from(command.body ?? "", "base64");
  const [secret] = command.keys;
  now = command.now === undefined ? undefined : command.now * 1000;
  switch (command.op) {
    case "sign":
      return { outcome: "signed", headers: library.sign(secret, command, body) };
    case "key":
      library.key(secret);
      return { outcome: "accept" };
    default:
      await library.verify(secret, command.headers, body, command.tolerance ?? undefined);
      return { outcome: "accept" };
  }
}

function outcome(error) {
  if (error instanceof Unsupported) return "unsupported";
  return error instanceof KeyRefused || library.refuses(error) ? "reject" : "error";
}

async function answer(command) {
  if (command.cmd === "hello") {
    const { source, profiles, ops, features } = library;
    const implementation = { name: `${found.name} (npm)`, language: "javascript", version: found.version, source };
    return { protocol: 1, implementation, capabilities: { profiles, ops, clock: "process", features } };
  }
  try {
    return { seq: command.seq, ...(await run(command)) };
  } catch (error) {
    return { seq: command.seq, outcome: outcome(error), detail: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await answer(JSON.parse(line))) + "\n");
}
