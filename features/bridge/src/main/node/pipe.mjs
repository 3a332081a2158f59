// The pipe to Pawl. Two threads write to it, each whole frames: that of the extensions, and the watchdog beside it.
import fs from "node:fs";

// As it is before an extension puts another in its place.
const stringify = JSON.stringify;
const OUT = 4;
const LOCK = 0;
const COUNT = 1;
const FIRST = 2;
const MOST = 1_000;
const LOCK_MS = 1_000;

/**
 * Frames on the pipe, and the numbers of handlers that returned nothing. The numbers go out together, before the next
 * frame at the latest. They are kept where both threads see them: while a handler keeps the thread of the extensions
 * busy, the watchdog sends those of the handlers before it.
 */
export class Pipe {
  #cells;

  constructor(shared = new SharedArrayBuffer(4 * (FIRST + MOST))) {
    this.shared = shared;
    this.#cells = new Int32Array(shared);
  }

  /** Adds the number of a handler that returned nothing; returns how many there are now. */
  add(id) {
    this.#lock();
    try {
      const count = this.#cells[COUNT];
      this.#cells[FIRST + count] = id;
      return (this.#cells[COUNT] = count + 1);
    } finally {
      this.#unlock();
    }
  }

  isFull() {
    return this.#cells[COUNT] === MOST;
  }

  /** The first number that waits to be sent, or 0. */
  first() {
    return this.#cells[COUNT] > 0 ? this.#cells[FIRST] : 0;
  }

  /** Sends the numbers that wait, and then a message, if one is given. Waits while the pipe is full. */
  write(text) {
    this.#lock();
    try {
      const texts = this.#returned();
      if (text !== undefined) texts.push(text);
      if (texts.length > 0) writeAll(texts);
    } finally {
      this.#unlock();
    }
  }

  #returned() {
    const count = this.#cells[COUNT];
    if (count === 0) return [];
    this.#cells[COUNT] = 0;
    return [stringify({ type: "returned", ids: [...this.#cells.subarray(FIRST, FIRST + count)] })];
  }

  /** Not for ever: a thread that was ended while it had the lock must not keep the other from saying so. */
  #lock() {
    while (Atomics.compareExchange(this.#cells, LOCK, 0, 1) !== 0) {
      if (Atomics.wait(this.#cells, LOCK, 1, LOCK_MS) === "timed-out") return;
    }
  }

  #unlock() {
    Atomics.store(this.#cells, LOCK, 0);
    Atomics.notify(this.#cells, LOCK, 1);
  }
}

function writeAll(texts) {
  const frames = texts.flatMap((text) => {
    const body = Buffer.from(text, "utf8");
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(body.length, 0);
    return [length, body];
  });
  const all = Buffer.concat(frames);
  for (let at = 0; at < all.length; ) at += fs.writeSync(OUT, all, at, all.length - at);
}
