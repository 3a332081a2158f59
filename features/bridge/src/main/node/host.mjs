// The process that TypeScript and JavaScript extensions live in. Pawl starts it, has it load
// them and calls what they registered; see channel.mjs for the connection between the two.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { endChildren } from "./children.mjs";
import { onAct, onGone, open, pipe, request, send, sendReturned, sendText, tell } from "./channel.mjs";
import { freshen, learn, runEnded, spoil } from "./context.mjs";
import { goOn, holdAfter, isHandler, isStreamed, Pending, takePlace, takeTurns, useChangeable } from "./events.mjs";
import { endExtension, makeExtension } from "./extension.mjs";
import { factoryOf, readAhead, readFile, renew, useFactories } from "./factories.mjs";
import { nameTheme, startTheme, tidy, useCopyIn, warm } from "./packages.mjs";
import { asFailure, blame } from "./failures.mjs";
import { VERSION } from "./protocol.mjs";
import { firstCall, followingCall, hasFollowing, isWanted, noteTurn, skip } from "./rounds.mjs";

const extensions = new Map();
const calls = new Map();
const variables = { ...process.env };
const IDLE_MS = 700;
/** Extensions cannot keep this process by replacing it. */
const reallyExit = process.reallyExit.bind(process);
/** Thrown where an exit handler ends the process, which ends it anyway. */
const EXITED = new Error("the process ends");
let exiting = false;
let themed = false;
/** How often our heart beat, and how many milliseconds may pass without a beat. */
const patience = new Int32Array(new SharedArrayBuffer(8));

class Call {
  #controller;

  constructor(message) {
    this.id = message.id;
    this.instance = message.extension;
    this.function = `${message.extension} ${message.function}`;
    this.kind = message.context;
    this.args = message.command?.args;
    this.argsRaw = message.command?.argsRaw;
    this.parts = message.round?.parts;
    this.shared = Boolean(message.round);
  }

  get signal() {
    this.#controller ??= new AbortController();
    if (this.cancelled && !this.#controller.signal.aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  cancel() {
    this.cancelled = true;
    this.#controller?.abort();
  }

  emit(method, args) {
    tell(method, { instance: this.instance, call: this.id }, args);
  }

  ask(method, args) {
    return request(method, { instance: this.instance, call: this.id }, args);
  }
}

function receive(message) {
  switch (message.type) {
    case "hello":
      return hello(message);
    case "import":
      return void read(message);
    case "load":
      return void load(message);
    case "call":
      return run(message);
    case "fire":
      return run(firstCall(message));
    case "cancel":
      return cancel(message);
    case "settled":
      return settled(message);
    case "unload":
      return unload(message);
    case "renew":
      return renew();
    case "end":
      return end();
    default:
      tell("error", { instance: null, call: null }, ["a message of Pawl is ignored", { message: `its type is ${message.type}` }]);
  }
}

function cancel({ id, done }) {
  calls.get(id)?.cancel();
  const next = skip(id, done);
  if (next) run(next);
}

/** Pawl ends, or is gone. What an exit handler may take is limited by who waits for this process to end. */
function end() {
  try {
    tellExit();
  } finally {
    endChildren("SIGTERM");
    tidy();
    reallyExit(0);
  }
}

/** Has Node's own event tell extensions of the end; one that throws keeps no other from being told. */
function tellExit() {
  exiting = true;
  const listeners = process.rawListeners("exit");
  process.removeAllListeners("exit");
  for (const listener of listeners) {
    process.on("exit", (code) => {
      try {
        listener.call(process, code);
      } catch (error) {
        if (error !== EXITED) report("exit", error);
      }
    });
  }
  process.emit("exit", process.exitCode ?? 0);
}

function hello(message) {
  useCopyIn(message.packages);
  useChangeable(message.changeable);
  nameTheme(() => message.theme || "dark");
  patience[1] = message.patienceMs;
  useFactories(message.cache, (times) => (patience[1] = message.patienceMs * times));
  send({ type: "ready", protocol: VERSION, node: process.version });
  // Pawl is still busy with itself; the loader will be needed in any case.
  setImmediate(warm);
}

function run(message) {
  const extension = extensions.get(message.extension);
  const fn = extension?.functions.byNumber.get(message.function);
  if (!fn) {
    followingCall(message, undefined, true);
    return send({ type: "return", id: message.id, error: { message: "the extension no longer has this function" } });
  }
  if (message.state) {
    freshen(extension, message.state);
    if (message.place === 0) {
      for (const [instance] of message.round.handlers) {
        if (extensions.has(instance)) learn(extensions.get(instance), message.state);
      }
    }
  }
  noteTurn(message);
  const call = callFor(message);
  calls.set(call.id, call);
  const over = begin(message, call);
  const succeeded = (told) => over(() => done(extension, call, told, message), told, false);
  const broke = (error) => over(() => failed(call, error), undefined, true);
  try {
    const value = fn(message.arguments ?? [], call);
    if (value instanceof Pending) {
      const end = (then) => (v) => {
        let told;
        try {
          told = then(v);
        } catch (error) {
          return broke(error);
        }
        succeeded(told);
      };
      value.returned.then(end(value.told), end(value.failed));
      if (isLeftAside(message)) mayStandAside(call);
    } else if (value && typeof value.then === "function") {
      if (message.command) mayStandAside(call);
      value.then((v) => done(extension, call, v, message), (e) => failed(call, e));
    } else {
      afterHandler(message, () => succeeded(value));
    }
  } catch (error) {
    // Nothing was returned that pi could wait for.
    broke(error);
  }
}

/** Handlers of one extension share what they are given at an event. */
function callFor(message) {
  const { round, extension } = message;
  if (!round) return new Call(message);
  let call = round.calls.get(extension);
  if (!call) round.calls.set(extension, (call = new Call(message)));
  call.function = `${extension} ${message.function}`;
  return call;
}

/** Handlers that run, and those that are done and whose event has not gone on yet. */
let running = 0;
/** Events after each of whose handlers pi builds the context, which takes one more turn of promises. */
const BUILDS_CONTEXT = new Set(["turn_end", "agent_before_settle"]);

/** In pi a handler is waited for, also if it returned no promise. */
function afterHandler(message, action) {
  if (isHandler(message)) queueMicrotask(action);
  else action();
}

/**
 * A call begins.
 *
 * @returns is called when it is over: answers it, and goes on with the event if it was that of a handler. The answer of a
 *     handler that Pawl does not wait for any more is dropped.
 */
function begin(message, call) {
  takePlace(message);
  const counts = isHandler(message);
  if (counts) running++;
  return (answer, told, threw) => {
    const next = () => {
      if (counts) running--;
      followUp(message, told, threw);
    };
    if (!isWanted(message)) {
      if (counts) running--;
      if (calls.get(call.id) === call) calls.delete(call.id);
      return;
    }
    answer();
    if (running > 1 && BUILDS_CONTEXT.has(message.arguments?.[0])) queueMicrotask(next);
    else next();
  };
}

/** Calls that others wait for until they have ended or stand aside. */
const waitedFor = new Set();

/** Whether Pawl goes on while the handler of an event waits for something. */
function isLeftAside({ arguments: given }) {
  return given?.[0] === "input" || isStreamed(given?.[0]);
}

function mayStandAside(call) {
  waitedFor.add(call);
  setImmediate(tellAside);
}

/**
 * Pawl goes on, as pi does, while a handler of `input` or of a stream, or a command, waits for something such as a timer:
 * with what an extension sends, with the stream, and with what a client sent after the command.
 */
function tellAside() {
  for (const call of waitedFor) {
    if (calls.has(call.id)) call.emit("aside", []);
  }
  waitedFor.clear();
}

/** A call has been answered: where it was one of several handlers, the next one comes. */
function followUp(message, value, threw) {
  const next = followingCall(message, value, threw);
  if (next) {
    takeTurns(message);
    return run(next);
  }
  if (isHandler(message) && !goOn(message, value, threw, () => calls.size === 0 && running === 0)) holdAfter(message, tellAside);
}

function done(extension, call, value, message) {
  calls.delete(call.id);
  try {
    if (call.kind === "command" || message.arguments?.[0] === "session_start") tellVariables(extension);
    if (value == null && message.round) sendReturned(call.id, hasFollowing(message));
    else send({ type: "return", id: call.id, value: value ?? null });
  } catch (error) {
    const why = asFailure(error).message;
    answerFailure(call.id, { message: `the handler returned what cannot be written as JSON: ${why}` });
  }
}

/** A call is answered in any case, also where an extension broke the writing of JSON. */
function answerFailure(id, failure) {
  try {
    send({ type: "return", id, error: failure });
  } catch {
    sendText(`{"type":"return","id":${Number(id)},"error":{"message":"it failed, and why cannot be written as JSON"}}`);
  }
}

/** Variables that an extension set are meant for what is started later, too. */
function tellVariables(extension) {
  const changed = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (variables[name] !== value) changed[name] = value;
  }
  if (Object.keys(changed).length === 0) return;
  Object.assign(variables, changed);
  tell("variables", { instance: extension.instance, call: null }, [changed]);
}

function failed(call, error) {
  calls.delete(call.id);
  answerFailure(call.id, asFailure(error));
}

/** Reads and translates an extension's files; that may keep this thread busy longer than a call may. */
async function read(message) {
  try {
    await readFile(message.path, message.patienceTimes);
    send({ type: "return", id: message.id, value: null });
  } catch (error) {
    answerFailure(message.id, blame(error, message.path));
  }
}

async function load(message) {
  const extension = makeExtension(message.extension, message.path);
  extensions.set(message.extension, extension);
  let text = "";
  try {
    const told = {};
    if (message.mod) {
      const { Mod } = await import("./mods.mjs");
      const mod = new Mod(extension, message.mod);
      await mod.load();
      Object.assign(told, { remarks: mod.remarks, footprint: mod.footprint });
    } else {
      const factory = await factoryOf(message.path);
      await factory(extension.api);
      text = fs.readFileSync(extension.path, "utf8");
      claimEntries(extension, text);
    }
    extension.loading = false;
    send({ type: "return", id: message.id, value: { registered: extension.registered, ...told } });
  } catch (error) {
    extension.failed = true;
    endExtension(extension);
    extensions.delete(message.extension);
    answerFailure(message.id, blame(error, message.path));
    return message.next && readAhead(message.next);
  }
  tellVariables(extension);
  if (message.next) readAhead(message.next);
  if (!themed && text.includes("theme")) {
    themed = true;
    warmThemeSoon(extension);
  }
}

/** The types of entries that an extension's own file names beside those it saves are its own. */
function claimEntries(extension, text) {
  if (!text.includes("saveEntry")) return;
  const types = new Set([...text.matchAll(/\btype["']?\s*(?:===?|:)\s*["'`]([\w.:-]+)["'`]/g)].map((found) => found[1]));
  for (const type of types) extension.registered.push({ kind: "entryType", type, quietly: true });
}

/** Where a user or another program decides when to begin, there is time at once; otherwise a run comes first. */
function warmThemeSoon(extension) {
  const timer = setTimeout(warmTheme, IDLE_MS).unref();
  extension.onFirstState = ({ mode }) => {
    if (!["tui", "rpc"].includes(mode)) return;
    clearTimeout(timer);
    setImmediate(warmTheme);
  };
}

/** Colours take a while to be loaded, which is better spent while nothing else is going on. */
function warmTheme() {
  try {
    startTheme();
  } catch {
    // It fails again where it is used.
  }
}

function settled(message) {
  const extension = extensions.get(message.extension);
  if (extension) runEnded(extension, message.aborted);
}

function unload(message) {
  const extension = extensions.get(message.extension);
  if (extension) endExtension(extension);
  // Old functions may still be under way, so the extension itself stays until they are done.
  setTimeout(() => extensions.delete(message.extension), 60_000).unref();
}

/** A thread beside ours that sees when ours stands still, or when Pawl is gone. */
function watch() {
  setInterval(() => Atomics.add(patience, 0, 1), 250).unref();
  const worker = new Worker(new URL("./watchdog.mjs", import.meta.url), {
    workerData: { beat: patience.buffer, pipe: pipe.shared, parent: process.ppid },
    stdout: false,
    stderr: false,
  });
  worker.unref();
  worker.on("error", () => {});
}

function report(event, error) {
  const stack = asFailure(error).stack;
  const guilty = [...extensions.values()].find((extension) => stack.includes(path.dirname(extension.path)));
  tell("error", { instance: guilty?.instance ?? null, call: null }, [event, asFailure(error)]);
}

process.on("unhandledRejection", (error) => report("unhandled rejection", error));
process.on("uncaughtException", (error) => report("uncaught exception", error));
process.exit = (code) => {
  if (exiting) throw EXITED;
  throw new Error(`process.exit(${code ?? ""}) was called; an extension cannot end the program. Use ctx.shutdown().`);
};
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"]) process.on(signal, () => {});
onGone(end);
onAct(spoil);
process.argv[1] = fileURLToPath(new URL("./pi.mjs", import.meta.url));
watch();
open(receive);
