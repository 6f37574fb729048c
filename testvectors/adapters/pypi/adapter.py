"""Answers a conformance runner with a released package of PyPI:

    pip install -r requirements.txt && python adapter.py standardwebhooks

The clock is time.time and the datetime of standardwebhooks, which stand at the
time of the command.
"""

import base64
import importlib.metadata
import json
import sys
import time
from datetime import datetime, timezone

now = time.time()
time.time = lambda: now


class Datetime(datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(now, tz)


class Unsupported(Exception):
    pass


class KeyRefused(Exception):
    pass


def latin1(value):
    """What a server makes of the bytes of a value, by PEP 3333."""
    raw = value.encode() if isinstance(value, str) else base64.b64decode(value["base64"])
    return raw.decode("latin-1")


def text(body):
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise Unsupported("signs text alone") from error


class Webhook:
    """The two packages with one design."""

    ops = ["verify", "sign", "key"]
    features = ["bytes-body", "raw-header", "bytes-header"]

    def __init__(self, module, profiles, source):
        import standardwebhooks.webhooks

        standardwebhooks.webhooks.datetime = Datetime
        self.constructor = importlib.import_module(module).Webhook
        self.profiles, self.source = profiles, source
        self.refusals = (standardwebhooks.webhooks.WebhookVerificationError,)

    def key(self, secret):
        try:  # one that throws has refused the key, by whatever error
            return self.constructor(secret)
        except Exception as error:
            raise KeyRefused(repr(error)) from error

    def verify(self, command, body):
        headers = {name: latin1(value) for name, value in command["headers"]}
        self.key(command["keys"][0]).verify(body, headers)

    def sign(self, command, body):
        at = datetime.fromtimestamp(command["timestamp"], timezone.utc)
        signature = self.key(command["keys"][0]).sign(command["id"], at, text(body))
        prefix = {"standard": "webhook", "svix": "svix"}[command["profile"]]
        return [[prefix + "-id", command["id"]], [prefix + "-timestamp", str(command["timestamp"])], [prefix + "-signature", signature]]


class Stripe:
    profiles, ops, source = ["stripe"], ["verify", "sign"], "https://github.com/stripe/stripe-python"
    features = ["bytes-body", "raw-header", "bytes-header", "tolerance"]

    def __init__(self):
        import stripe

        self.stripe, self.refusals = stripe, (stripe.SignatureVerificationError,)

    def verify(self, command, body):
        header = next((latin1(v) for k, v in command["headers"] if k.lower() == "stripe-signature"), None)
        options = {} if command.get("tolerance") is None else {"tolerance": command["tolerance"]}
        self.stripe.Webhook.construct_event(body, header, command["keys"][0], **options)

    def sign(self, command, body):
        header = self.stripe.WebhookSignature.generate_signature_header(text(body), command["keys"][0], command["timestamp"])
        return [["Stripe-Signature", header]]


class OpenAI:
    profiles, ops, source = ["standard"], ["verify"], "https://github.com/openai/openai-python"
    features = ["bytes-body", "raw-header", "bytes-header", "tolerance"]

    def __init__(self):
        import openai

        self.client, self.refusals = openai.OpenAI(api_key="none"), (openai.InvalidWebhookSignatureError,)

    def verify(self, command, body):
        headers = {name: latin1(value) for name, value in command["headers"]}
        options = {} if command.get("tolerance") is None else {"tolerance": command["tolerance"]}
        self.client.webhooks.verify_signature(body, headers, secret=command["keys"][0], **options)


def run(library, command):
    global now
    now = command.get("now", now)
    body = base64.b64decode(command.get("body", ""))
    try:
        if command["op"] == "sign":
            return {"outcome": "signed", "headers": library.sign(command, body)}
        if command["op"] == "key":
            library.key(command["keys"][0])
        else:
            library.verify(command, body)
        return {"outcome": "accept"}
    except Unsupported as error:
        return {"outcome": "unsupported", "detail": str(error)}
    except (KeyRefused, *library.refusals) as error:
        return {"outcome": "reject", "detail": repr(error)}
    except Exception as error:
        return {"outcome": "error", "detail": repr(error)}


def main(name):
    library = {
        "standardwebhooks": lambda: Webhook("standardwebhooks", ["standard"], "https://github.com/standard-webhooks/standard-webhooks"),
        "svix": lambda: Webhook("svix.webhooks", ["standard", "svix"], "https://github.com/svix/svix-webhooks"),
        "stripe": Stripe,
        "openai": OpenAI,
    }[name]()
    for line in sys.stdin.buffer:
        command = json.loads(line)
        if command["cmd"] == "hello":
            answer = {
                "protocol": 1,
                "implementation": {"name": name + " (PyPI)", "language": "python", "version": importlib.metadata.version(name), "source": library.source},
                "capabilities": {"profiles": library.profiles, "ops": library.ops, "clock": "process", "features": library.features},
            }
        else:
            answer = {"seq": command["seq"], **run(library, command)}
        print(json.dumps(answer), flush=True)


main(sys.argv[1])
