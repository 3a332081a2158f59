// The connection to Pawl: frames of JSON on two pipes of its own. Standard output is not one of them, so whatever
// extensions print never gets in between. docs/bridge-protocol.md has every message.
import fs from "node:fs";
import net from "node:net";
import { Pipe } from "./pipe.mjs";
import { METHODS } from "./protocol.mjs";

const IN = 3;
const SOON_MS = 250;
const HOLD_MS = 100;

let rest = Buffer.alloc(0);
let backlog = [];
let draining = false;
let nextRequest = 1;
let receive = () => {};
const requests = new Map();
/** Moments that Pawl was asked to measure and that are not over yet; whoever reads the answer notes it here. */
const waits = new Set();
let socket;

/** Listens to Pawl. When it is gone, so are we: nobody would end this process otherwise. */
export function open(onMessage) {
  receive = onMessage;
  socket = new net.Socket({ fd: IN, readable: true, writable: false });
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
    backlog.push(read(rest.toString("utf8", at + 4, at + 4 + length)));
    at += 4 + length;
  }
  rest = at === 0 ? rest : rest.subarray(at);
}

/** A message; one about an event is looked for by its first handler. */
function read(text) {
  const message = parse(text);
  if (message.type === "fire") [message.extension, message.function] = message.handlers[0];
  return message;
}

function isCall({ type }) {
  return type === "call" || type === "fire";
}

function drain() {
  if (draining) return;
  draining = true;
  try {
    while (backlog.length > 0) {
      const message = backlog.shift();
      if (message.type === "response") settle(message);
      else receive(message);
      if (message.type === "call" && message.context === "command" && backlog.length > 0) {
        // What came while the command waited for an answer follows from it: the command goes on first.
        return afterPromises(drain);
      }
    }
  } finally {
    draining = false;
  }
}

function settle(message) {
  waits.delete(message.id);
  const waiting = requests.get(message.id);
  requests.delete(message.id);
  if (!waiting) return;
  if (message.error) waiting.reject(failure(message.error));
  else waiting.resolve(message.value ?? undefined);
}

function failure(error) {
  return new Error(error.message);
}

// As they are before an extension puts others in their places.
const stringify = JSON.stringify;
const parse = JSON.parse;

let acted = () => {};

/** Is called when an extension did something that may have changed the session: what is known of it may be old. */
export function onAct(listener) {
  acted = listener;
}

function act(method) {
  if (METHODS[method].effect !== "reads") acted();
}

function known(method) {
  if (!Object.hasOwn(METHODS, method)) throw new Error(`the bridge protocol has no method ${method}`);
}

export function send(message) {
  sendText(stringify(message));
}

export const pipe = new Pipe();

/** The pipe is never switched to non-blocking, unlike the other one. */
export function sendText(text) {
  sendTogether();
  write(text);
}

function write(text) {
  try {
    pipe.write(text);
  } catch {
    leave();
  }
}

/** A notice that may start a run, and the arguments of those of its kind behind it, as JSON. */
let together;

process.on("exit", sendTogether);

function sendTogether() {
  if (!together) return;
  const { text, then } = together;
  together = undefined;
  write(then.length === 0 ? text : `${text.slice(0, -1)},"then":[${then.join()}]}`);
}

/**
 * Says that a handler returned nothing: together with others, when the event loop turns, or when something else is sent.
 *
 * @param more whether another handler follows at once
 */
export function sendReturned(id, more) {
  sendTogether();
  const count = pipe.add(id);
  if (!more || pipe.isFull()) sendText();
  else if (count === 1) setImmediate(sendReturns);
}

function sendReturns() {
  if (pipe.first() > 0) sendText();
}

/** Sends a request that may take its time. An aborted signal withdraws it. */
export function request(method, from, args, signal) {
  known(method);
  const id = nextRequest++;
  return new Promise((resolve, reject) => {
    const takeBack = () => send({ type: "withdraw", id });
    const done = () => signal?.removeEventListener("abort", takeBack);
    requests.set(id, {
      method,
      resolve: (value) => (done(), act(method), resolve(value)),
      reject: (error) => (done(), act(method), reject(error)),
    });
    send({ type: "request", id, method, extension: from.instance, call: from.call, arguments: args });
    if (signal?.aborted) takeBack();
    else signal?.addEventListener("abort", takeBack, { once: true });
  });
}

/**
 * Sends a notice, which is not answered. Pawl works on the notices of one extension in their order.
 *
 * @param starts whether it may start a run: those of its kind that follow without a pause are sent together with it, as
 *     in pi they are there before the run does anything
 */
export function tell(method, from, args, starts = false) {
  known(method);
  const { instance, call } = from;
  if (together && together.method === method && together.instance === instance && together.call === call) {
    together.then.push(stringify(args));
  } else {
    const text = stringify({ type: "notice", method, extension: instance, call, arguments: args });
    if (starts) {
      sendTogether();
      together = { method, instance, call, text, then: [] };
      queueMicrotask(sendTogether);
    } else {
      sendText(text);
    }
  }
  act(method);
}

/** Draws what the screen waits for: it may be the screen that has the answer. */
function draw() {
  for (let at = 0; at < backlog.length; at++) {
    if (backlog[at].type === "call" && backlog[at].drawing) receive(backlog.splice(at--, 1)[0]);
  }
}

/**
 * Sends a request that Pawl answers at once, or refuses after ten seconds, and stands still until then. Meanwhile
 * nothing of ours runs but what draws, so Pawl must not need anything else of us for the answer.
 */
export function requestSync(method, from, args) {
  known(method);
  const id = nextRequest++;
  send({ type: "request", id, method, extension: from.instance, call: from.call, arguments: args, sync: true });
  try {
    for (;;) {
      draw();
      const message = takeOut((one) => one.type === "response" && one.id === id);
      if (message) {
        act(method);
        if (message.error) throw failure(message.error);
        return message.value ?? undefined;
      }
      readMore();
    }
  } finally {
    if (backlog.length > 0) setImmediate(drain);
  }
}

/**
 * Waits a moment for a call that fits and lets it begin before anything else goes on: in pi the first handler of what
 * an extension causes is called at once, and so is the next one when a handler is done. Pawl answers `wait` when the
 * moment is over.
 *
 * @param alone tells whether a call that does not fit means that none will
 */
export function beginNext(from, fits, alone = () => false) {
  const id = startWait(from, SOON_MS);
  const end = () => {
    endWait(id);
    if (backlog.length > 0) setImmediate(drain);
  };
  const look = () => {
    for (;;) {
      const call = takeOut((one) => isCall(one) && fits(one));
      if (call) {
        receive(call);
        return end();
      }
      if (isOver(id)) break;
      const other = alone() ? takeOut(isCall) : undefined;
      if (other) {
        receive(other);
        // If that one is done without waiting for anything, no timer comes before the one that fits.
        return afterPromises(() => (alone() ? look() : end()));
      }
      readMore();
    }
    if (backlog.length > 0) setImmediate(drain);
  };
  look();
}

function startWait(from, milliseconds) {
  const id = nextRequest++;
  waits.add(id);
  send({ type: "request", id, method: "wait", extension: from.instance, call: null, arguments: [milliseconds] });
  return id;
}

function endWait(id) {
  waits.delete(id);
  send({ type: "withdraw", id });
}

/** Whether a moment is over, whoever was told so: who waits for it otherwise would wait for ever. */
function isOver(id) {
  if (takeOut((one) => one.type === "response" && one.id === id)) waits.delete(id);
  return !waits.has(id);
}

const PROMISES = 30;

/** Calls it after so many turns of promises: by default when handlers that wait for promises only have got on, and before any timer. */
export function afterPromises(action, left = PROMISES) {
  queueMicrotask(() => (left > 0 ? afterPromises(action, left - 1) : action()));
}

/** Stands still until Pawl calls something or answers, but not for long: timers wait meanwhile. */
export function hold(from) {
  const id = startWait(from, HOLD_MS);
  while (!isOver(id)) {
    const message = backlog.shift();
    const ends = (message && isCall(message)) || (message?.type === "response" && requests.has(message.id));
    if (message?.type === "response") settle(message);
    else if (message) receive(message);
    else readMore();
    if (ends) {
      endWait(id);
      break;
    }
  }
  if (backlog.length > 0) setImmediate(drain);
}

/** Whether something that one of these methods asked for is not answered yet. */
export function isUnderWay(methods) {
  return [...requests.values()].some(({ method }) => methods.includes(method));
}

/** Takes the first message that fits out of those that wait. */
function takeOut(fits) {
  const at = backlog.findIndex(fits);
  return at < 0 ? undefined : backlog.splice(at, 1)[0];
}

/** Stands still until something has come. The pipe is non-blocking otherwise, for the sake of the event loop. */
function readMore() {
  const buffer = Buffer.allocUnsafe(65_536);
  socket._handle.setBlocking(true);
  let length = 0;
  try {
    length = fs.readSync(IN, buffer, 0, buffer.length, null);
  } catch {
    // It is closed.
  } finally {
    socket._handle?.setBlocking(false);
  }
  if (length === 0) return leave();
  take(buffer.subarray(0, length));
}
