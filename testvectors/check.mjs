#!/usr/bin/env node
// Recomputes every expectation of the vectors, with nothing but Node: a second
// opinion from another language, which shares no line with the generator. Where
// the specification is silent it has none.
//
//   node check.mjs [FOLDER]
//
// Exit 0: every vector that is valid or invalid is. Exit 1: they are listed.

import { createHmac, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));

// Bytes and text. A header value is handled as latin1: a character a byte.

function bytes(value) {
  if ("utf8" in value) return Buffer.from(value.utf8, "utf8");
  if ("base64" in value) return Buffer.from(value.base64, "base64");
  return Buffer.from(value.repeat.utf8.repeat(value.repeat.times), "utf8");
}

const header = (value) => (typeof value === "string" ? Buffer.from(value, "utf8") : bytes(value)).toString("latin1");

function decodeBase64(text) {
  if (!/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
  const decoded = Buffer.from(text, "base64");
  return decoded.toString("base64") === text ? decoded : null;
}

// Ed25519: Node has the equation, and RFC 8032 has rules for keys.

const p = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const mod = (n) => ((n % p) + p) % p;

function power(base, exponent) {
  let result = 1n;
  for (let b = mod(base), e = exponent; e > 0n; e >>= 1n, b = mod(b * b)) {
    if (e & 1n) result = mod(result * b);
  }
  return result;
}

// decodePoint returns [x, y] up to the sign of x, or null: RFC 8032, 5.1.3.
function decodePoint(encoded) {
  const y = BigInt("0x" + Buffer.from(encoded).reverse().toString("hex")) & (2n ** 255n - 1n);
  if (y >= p) return null;
  const xx = mod((y * y - 1n) * power(d * y * y + 1n, p - 2n));
  let x = power(xx, (p + 3n) / 8n);
  if (mod(x * x) !== xx) x = mod(x * power(2n, (p - 1n) / 4n));
  return mod(x * x) === xx ? [x, y] : null;
}

function double([x, y]) {
  const t = mod(d * x * x * y * y);
  return [mod(2n * x * y * power(1n + t, p - 2n)), mod((y * y + x * x) * power(1n - t, p - 2n))];
}

// Eight times a point of small order is the neutral one.
function goodPublicKey(encoded) {
  if (encoded === null || encoded.length !== 32) return false;
  let point = decodePoint(encoded);
  if (point === null) return false;
  for (let i = 0; i < 3; i++) point = double(point);
  return !(point[0] === 0n && point[1] === 1n);
}

const publicKey = (raw) => createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") }, format: "jwk" });

function privateKey(seed) {
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  return createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
}

// Keys: null is none.

const hmac = (secret, content) => createHmac("sha256", secret).update(content).digest();

function parseSecret(text) {
  if (!text.startsWith("whsec_")) return null;
  const secret = decodeBase64(text.slice("whsec_".length));
  if (secret === null || secret.length < 24 || secret.length > 64 || secret.every((byte) => byte === 0)) return null;
  return { label: "v1", check: (content, mac) => hmac(secret, content).equals(mac), sign: (content) => hmac(secret, content) };
}

function parsePublicKey(text) {
  const raw = decodeBase64(text.slice("whpk_".length));
  if (!goodPublicKey(raw)) return null;
  return { label: "v1a", check: (content, signature) => signature.length === 64 && verify(null, content, publicKey(raw), signature) };
}

function parsePrivateKey(text) {
  const raw = decodeBase64(text.slice("whsk_".length));
  if (raw === null || raw.length !== 64) return null;
  const key = privateKey(raw.subarray(0, 32));
  const own = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x, "base64url");
  if (!own.equals(raw.subarray(32))) return null;
  return { label: "v1a", sign: (content) => sign(null, content, key) };
}

function parseKey(profile, operation, text) {
  if (profile === "stripe") {
    if (text === "") return null;
    return { label: "v1", check: (content, mac) => hmac(text, content).equals(mac), sign: (content) => hmac(text, content) };
  }
  if (text.startsWith("whpk_")) return operation === "verify" ? parsePublicKey(text) : null;
  if (text.startsWith("whsk_")) return operation === "sign" ? parsePrivateKey(text) : null;
  return parseSecret(text);
}

// Requests.

// one returns the one value that all fields of a name have.
function one(fields, name) {
  const values = all(fields, name);
  return values.length > 0 && values.every((value) => value === values[0]) ? values[0] : "";
}

const lower = (name) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const all = (fields, name) => fields.filter(([n]) => lower(n) === name).map(([, value]) => header(value));

function readStandard(profile, fields) {
  for (const prefix of profile === "svix" ? ["svix", "webhook"] : ["webhook"]) {
    const id = one(fields, `${prefix}-id`);
    const timestamp = one(fields, `${prefix}-timestamp`);
    const items = all(fields, `${prefix}-signature`).join(" ").split(" ");
    if (id && timestamp && items.join("")) {
      if (/[.\0\r\n]/.test(id)) return null;
      const signatures = items.map((item) => [item.split(",")[0], decodeBase64(item.slice(item.indexOf(",") + 1))]);
      return { timestamp, signed: `${id}.${timestamp}.`, signatures: signatures.filter(([, signature]) => signature !== null) };
    }
  }
  return null;
}

function readStripe(fields) {
  const items = all(fields, "stripe-signature").join(",").split(",").map((item) => {
    const at = item.indexOf("=");
    return at < 0 ? [item, ""] : [item.slice(0, at), item.slice(at + 1)];
  });
  const timestamps = items.filter(([label]) => label === "t").map(([, value]) => value);
  if (new Set(timestamps).size !== 1) return null;
  const hex = items.filter(([, value]) => /^[0-9a-f]{64}$/.test(value));
  return { timestamp: timestamps[0], signed: `${timestamps[0]}.`, signatures: hex.map(([label, value]) => [label, Buffer.from(value, "hex")]) };
}

function acceptsRequest(profile, group, vector, keys) {
  const request = profile === "stripe" ? readStripe(vector.headers) : readStandard(profile, vector.headers);
  if (request === null || !/^(0|[1-9][0-9]*)$/.test(request.timestamp)) return false;
  const content = Buffer.concat([Buffer.from(request.signed, "latin1"), bytes(vector.body)]);
  const authentic = request.signatures.some(([label, signature]) =>
    keys.some((key) => key.label === label && key.check(content, signature)));
  const distance = BigInt(request.timestamp) - BigInt(group.now);
  const tolerance = BigInt(group.tolerance ?? 300);
  return authentic && distance <= tolerance && -distance <= tolerance;
}

function signedHeaders(profile, vector, keys) {
  const { timestamp } = vector;
  const content = (head) => Buffer.concat([Buffer.from(head, "utf8"), bytes(vector.body)]);
  if (profile === "stripe") {
    const items = keys.map((key) => `v1=${key.sign(content(`${timestamp}.`)).toString("hex")}`);
    return [["Stripe-Signature", [`t=${timestamp}`, ...items].join(",")]];
  }
  const id = vector.messageId ?? "";
  if (id === "" || /[.\0\r\n]/.test(id)) return null;
  const items = keys.map((key) => `${key.label},${key.sign(content(`${id}.${timestamp}.`)).toString("base64")}`);
  const prefix = profile === "svix" ? "svix" : "webhook";
  return [[`${prefix}-id`, id], [`${prefix}-timestamp`, String(timestamp)], [`${prefix}-signature`, items.join(" ")]];
}

// judge returns what is wrong with a vector, or nothing.
function judge(file, group, vector) {
  const { profile, operation } = file;
  const keys = (vector.keys ?? group.keys).map((text) => parseKey(profile, operation, text));
  const usable = keys.every((key) => key !== null);
  if (operation === "sign") {
    const headers = usable ? signedHeaders(profile, vector, keys) : null;
    if (vector.result === "invalid") return headers === null ? null : "is signed";
    return JSON.stringify(headers) === JSON.stringify(vector.expected) ? null : `is signed as ${JSON.stringify(headers)}`;
  }
  const accepted = usable && (operation === "key" || acceptsRequest(profile, group, vector, keys));
  return accepted === (vector.result === "valid") ? null : accepted ? "is accepted" : "is refused";
}

// Everything.

const vectors = new Map();
const problems = [];
for (const profile of ["standard", "svix", "stripe"]) {
  if (!existsSync(join(folder, profile))) problems.push(`${profile}: no such folder`);
  for (const name of existsSync(join(folder, profile)) ? readdirSync(join(folder, profile)).sort() : []) {
    const file = read(join(profile, name));
    let count = 0;
    for (const group of file.groups) {
      for (const vector of group.vectors) {
        count++;
        if (vectors.has(vector.id)) problems.push(`${vector.id}: is there twice`);
        vectors.set(vector.id, vector);
        const problem = vector.result === "unspecified" ? null : judge(file, group, vector);
        if (problem !== null) problems.push(`${vector.id}: ${problem}, and is to be ${vector.result}`);
      }
    }
    if (count !== file.numberOfVectors) problems.push(`${profile}/${name}: ${count} vectors, not ${file.numberOfVectors}`);
  }
}
for (const [id, vector] of vectors) {
  if (vector.result !== "valid" && vectors.get(vector.base)?.result !== "valid") problems.push(`${id}: no valid vector ${vector.base}`);
}
if (vectors.size === 0) problems.push("there is no vector");
for (const problem of problems) console.error(problem);
const decided = [...vectors.values()].filter((vector) => vector.result !== "unspecified").length;
console.log(`${vectors.size} vectors, ${decided} of them decided, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
