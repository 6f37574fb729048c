"""Times a released package of PyPI, as subject.go asks for it:

python speed.py standardwebhooks
"""

import base64
import importlib
import importlib.metadata
import json
import sys
import time


def webhook(module):
    def construct(secret, headers):
        made = importlib.import_module(module).Webhook(secret)
        return lambda body: made.verify(body, headers)

    return construct


def stripe(secret, headers):
    verify_header = importlib.import_module("stripe").WebhookSignature.verify_header
    return lambda body: verify_header(body.decode(), headers["stripe-signature"], secret, 300)


CONSTRUCT = {
    "standardwebhooks": webhook("standardwebhooks"),
    "svix": webhook("svix.webhooks"),
    "stripe": stripe,
}


def accepts(verify, body):
    try:
        verify(body)
        return True
    except Exception:
        return False


def answer(name, command):
    verify = CONSTRUCT[name](command["secret"], command["headers"])
    right, spoiled = (base64.b64decode(command[field]) for field in ("body", "spoiled"))
    answered = {"version": importlib.metadata.version(name), "accepts": accepts(verify, right), "refuses": not accepts(verify, spoiled)}
    start = time.perf_counter_ns()
    for _ in range(command["iterations"]):
        verify(right)  # raises if it refuses
    return {**answered, "nanoseconds": time.perf_counter_ns() - start}


for line in sys.stdin.buffer:
    print(json.dumps(answer(sys.argv[1], json.loads(line))), flush=True)
