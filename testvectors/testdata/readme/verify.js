import { createHmac } from "node:crypto";

function verify(keys, headers, body, now) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": list } = Object.fromEntries(headers);
  const mac = (key) => createHmac("sha256", Buffer.from(key.slice(6), "base64")).update(`${id}.${timestamp}.`).update(body).digest("base64");
  const right = keys.some((key) => list.split(" ").includes(`v1,${mac(key)}`));
  return right && !id.includes(".") && Math.abs(now - Number(timestamp)) <= 300;
}
