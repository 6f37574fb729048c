// Times a released npm package, as subject.go asks for it:
//
//   node speed.mjs standardwebhooks
//
// The packages are those that the adapters of the vectors install.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [name] = process.argv.slice(2);
const adapters = new URL("../../../testvectors/adapters/npm/", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, adapters)));
const imported = createRequire(adapters)(name);

// Two parse the body as well, unless they are told not to.
function webhook(secret, headers) {
  const made = new imported.Webhook(secret);
  return (body) => made.verify(body, headers, { jsonParse: false });
}

function stripe(secret, headers) {
  const { signature } = imported.webhooks;
  return (body) => signature.verifyHeader(body, headers["stripe-signature"], secret, 300);
}

const construct = { standardwebhooks: webhook, svix: webhook, stripe }[name];

function accepts(verify, body) {
  try {
    verify(body);
    return true;
  } catch {
    return false;
  }
}

function answer({ secret, headers, body, spoiled, iterations }) {
  const verify = construct(secret, headers);
  const right = Buffer.from(body, "base64");
  const answer = { version, accepts: accepts(verify, right), refuses: !accepts(verify, Buffer.from(spoiled, "base64")) };
  const start = process.hrtime.bigint();
  for (let i = 0; i < iterations; i++) verify(right); // throws if it refuses
  return { ...answer, nanoseconds: Number(process.hrtime.bigint() - start) };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
}
