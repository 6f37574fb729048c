import base64, hashlib, hmac


def verify(keys, headers, body, now):
    fields = dict(headers)
    ident, timestamp = fields["webhook-id"], fields["webhook-timestamp"]
    content = f"{ident}.{timestamp}.".encode() + body
    macs = [hmac.new(base64.b64decode(key[6:]), content, hashlib.sha256).digest() for key in keys]
    items = ["v1," + base64.b64encode(mac).decode() for mac in macs]
    right = any(item in fields["webhook-signature"].split(" ") for item in items)
    return right and "." not in ident and abs(now - int(timestamp)) <= 300


