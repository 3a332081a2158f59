// The line to Pawl: frames of JSON on two pipes of our own. Standard output is not one of them, so whatever
// extensions print never gets in between.
import fs from "node:fs";
import net from "node:net";

const IN = 3;
const OUT = 4;
const SYNC_PATIENCE_MS = 10_000;
const SOON_MS = 100;

let rest = Buffer.alloc(0);
let backlog = [];
let draining = false;
let waitingFor = null;
let nextRequest = 1;
let receive = () => {};
const requests = new Map();
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Listens to Pawl. When it is gone, so are we: nobody would end this process otherwise. */
export function open(onMessage) {
  receive = onMessage;
  const socket = new net.Socket({ fd: IN, readable: true, writable: false });
  socket.on("data", (chunk) => {
    take(chunk);
    drain();
  });
  socket.on("error", leave);
  socket.on("close", leave);
}

let leaving = () => process.reallyExit(0);

/** What to do when Pawl is gone. */
export function onGone(action) {
  leaving = action;
}

function leave() {
  leaving();
}

function take(chunk) {
  rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let at = 0;
  while (rest.length - at >= 4) {
    const length = rest.readUInt32BE(at);
    if (rest.length - at - 4 < length) break;
    backlog.push(parse(rest.toString("utf8", at + 4, at + 4 + length)));
    at += 4 + length;
  }
  rest = at === 0 ? rest : rest.subarray(at);
}

function drain() {
  if (draining) return;
  draining = true;
  try {
    while (backlog.length > 0) {
      const message = backlog.shift();
      if (message.k === "res") settle(message);
      else receive(message);
    }
  } finally {
    draining = false;
  }
}

function settle(message) {
  const waiting = requests.get(message.i);
  requests.delete(message.i);
  if (!waiting) return;
  if (message.e) waiting.reject(failure(message.e));
  else waiting.resolve(message.v ?? undefined);
}

function failure(error) {
  return new Error(error.message);
}

// As they are before an extension puts others in their places.
const stringify = JSON.stringify;
const parse = JSON.parse;

/** What only looks; after anything else, what is known of the session may be old. */
const LOOKING =
  /^(?:state|part|flag|messages|contextUsage|systemPrompt\w*|session\.\w+|models\.(?:find|all|available|scoped|hasKey\w*)|activeTools|allTools|commands|settings|mcpServers|ui\.(?:getEditorText|themes|toolsExpanded|footerData|overlayBounds))$/;
let acted = () => {};

/** Is told when an extension did something that may have changed the session. */
export function onAct(listener) {
  acted = listener;
}

function act(method) {
  if (!LOOKING.test(method)) acted();
}

export function send(message) {
  sendText(stringify(message));
}

export function sendText(text) {
  const body = Buffer.from(text, "utf8");
  const frame = Buffer.allocUnsafe(4 + body.length);
  frame.writeUInt32BE(body.length, 0);
  body.copy(frame, 4);
  write(frame);
}

function write(frame) {
  let at = 0;
  while (at < frame.length) {
    try {
      at += fs.writeSync(OUT, frame, at, frame.length - at);
    } catch (error) {
      if (error.code === "EAGAIN") Atomics.wait(pause, 0, 0, 1);
      else return leave();
    }
  }
}

/** Asks Pawl something that may take its time. An aborted signal takes the question back. */
export function request(method, from, args, signal) {
  const i = nextRequest++;
  return new Promise((resolve, reject) => {
    requests.set(i, { resolve, reject });
    const takeBack = () => send({ k: "back", i });
    const done = () => signal?.removeEventListener("abort", takeBack);
    requests.set(i, {
      resolve: (value) => (done(), act(method), resolve(value)),
      reject: (error) => (done(), act(method), reject(error)),
    });
    send({ k: "req", i, m: method, x: from.instance, c: from.call, a: args });
    if (signal?.aborted) takeBack();
    else signal?.addEventListener("abort", takeBack, { once: true });
  });
}

/** Tells Pawl something and waits for nothing. What one extension tells is done in that order. */
export function tell(method, from, args) {
  send({ k: "tell", m: method, x: from.instance, c: from.call, a: args });
  act(method);
}

/** Draws what the screen waits for: it may be the screen that has the answer. */
function draw() {
  for (let at = 0; at < backlog.length; at++) {
    if (backlog[at].k === "call" && backlog[at].d) receive(backlog.splice(at--, 1)[0]);
  }
}

/**
 * Asks Pawl something that it answers at once, and stands still until it did. Meanwhile nothing of ours runs but what
 * draws, so Pawl must not need anything else of us for the answer.
 */
export function requestSync(method, from, args) {
  const i = nextRequest++;
  waitingFor = i;
  send({ k: "req", i, m: method, x: from.instance, c: from.call, a: args, s: true });
  const until = Date.now() + SYNC_PATIENCE_MS;
  const buffer = Buffer.allocUnsafe(65_536);
  try {
    for (let tries = 0; ; tries++) {
      draw();
      const at = backlog.findIndex((message) => message.k === "res" && message.i === i);
      if (at >= 0) {
        const [message] = backlog.splice(at, 1);
        act(method);
        if (message.e) throw failure(message.e);
        return message.v ?? undefined;
      }
      const length = readSome(buffer);
      if (length === 0) return leave();
      if (length > 0) take(Buffer.from(buffer.subarray(0, length)));
      else if (Date.now() > until) throw new Error(`Pawl did not answer ${method} in time`);
      else if (tries > 10) Atomics.wait(pause, 0, 0, 0.05);
    }
  } finally {
    waitingFor = null;
    if (backlog.length > 0) setImmediate(drain);
  }
}

/**
 * Waits a moment for a call that fits and lets it begin before anything else goes on: in pi the first handler of what
 * an extension causes is called at once.
 */
export function beginNext(fits) {
  const until = Date.now() + SOON_MS;
  const buffer = Buffer.allocUnsafe(65_536);
  for (let tries = 0; ; tries++) {
    const at = backlog.findIndex((message) => message.k === "call" && fits(...(message.a ?? [])));
    if (at >= 0) {
      receive(backlog.splice(at, 1)[0]);
      break;
    }
    const length = readSome(buffer);
    if (length === 0) return leave();
    if (length > 0) take(Buffer.from(buffer.subarray(0, length)));
    else if (Date.now() > until) break;
    else if (tries > 10) Atomics.wait(pause, 0, 0, 0.05);
  }
  if (backlog.length > 0) setImmediate(drain);
}

function readSome(buffer) {
  try {
    return fs.readSync(IN, buffer, 0, buffer.length, null);
  } catch (error) {
    if (error.code === "EAGAIN") return -1;
    return 0;
  }
}
