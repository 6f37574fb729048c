// Stops the clock at PEER_NOW, in seconds since 1970, before any library is
// loaded: a test does not depend on when it runs.

const now = Number(process.env.PEER_NOW) * 1000;
if (!Number.isSafeInteger(now)) {
  throw new Error("PEER_NOW is not a number of seconds");
}

globalThis.Date = class extends Date {
  constructor(...args) {
    if (args.length === 0) {
      super(now);
    } else {
      super(...args);
    }
  }

  static now() {
    return now;
  }
};
