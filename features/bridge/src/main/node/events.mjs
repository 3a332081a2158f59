// One event at one handler: what comes from Pawl is dressed up as extensions know it, and what the handler returned or
// changed in place goes back. Pawl sends which fields may be changed in place.
import { afterPromises, beginNext, hold, isUnderWay, requestSync } from "./channel.mjs";
import { makeContext } from "./context.mjs";
import { asFailure } from "./failures.mjs";
import { keepFunction } from "./functions.mjs";
import { live } from "./models.mjs";
import { indexed } from "./session.mjs";

let changeable = {};

/** @param table the fields of each event that handlers may change in place */
export function useChangeable(table) {
  changeable = table;
}

const listeners = new Map();

/**
 * Remembers a handler, in the order in which Pawl calls them.
 *
 * @returns forgets it
 */
export function listens(name, instance, f) {
  const all = listeners.get(name) ?? [];
  listeners.set(name, all);
  const one = { instance, f };
  const after = all.findIndex((other) => other.instance > instance);
  all.splice(after < 0 ? all.length : after, 0, one);
  return () => {
    const at = all.indexOf(one);
    if (at >= 0) all.splice(at, 1);
  };
}

/** Events whose handlers do not wait for each other. */
const STREAMED = new Set(["message_update", "tool_execution_update"]);

export function isStreamed(name) {
  return STREAMED.has(name);
}

/** Whether an answer ends an event for all other handlers. */
function ends(name, value, threw) {
  const result = value?.result;
  if (/^(?:tool_call|tool_authorize|user_bash)$/.test(name)) return threw || Boolean(result);
  return name === "input" ? Boolean(result?.handled || result?.action === "handled") : Boolean(result?.cancel);
}

/** The handlers of each event as they were when the first of them was called: who comes or goes meanwhile changes nothing. */
const asked = new Map();

/** Notes where a call stands among the handlers of its event, before it begins. */
export function takePlace(message) {
  const { extension, function: f, arguments: given } = message;
  const name = given?.[0];
  if (STREAMED.has(name) || !listeners.has(name)) return;
  const isIt = (one) => one?.instance === extension && one.f === f;
  const key = `${extension} ${f}`;
  const { round } = message;
  if (round?.asked && round.asked === asked.get(name) && isIt(round.asked.handlers[round.at + 1])) {
    round.asked.called.add(key);
    message.next = round.asked.handlers[++round.at + 1] ?? null;
    return;
  }
  const all = listeners.get(name);
  const known = asked.get(name);
  // Called again, it is asked about another event of that name.
  const another = !known?.handlers.some(isIt) || known.called.has(key) || all.findIndex(isIt) === 0;
  const { handlers, called } = another ? { handlers: [...all], called: new Set() } : known;
  if (another) asked.set(name, { handlers, called, ended: false });
  called.add(key);
  const at = handlers.findIndex(isIt);
  if (round) Object.assign(round, { asked: asked.get(name), at });
  if (at >= 0) message.next = handlers[at + 1] ?? null;
  if (name === "tool_result") unheard.delete(given[1]?.toolCallId);
}

/** The handler that comes after one that is done; undefined if that was the last. */
function following({ arguments: [name], next }, value, threw) {
  return ends(name, value, threw) ? undefined : (next ?? undefined);
}

/** Calls of tools that have ended here and whose results no handler has seen yet. */
const unheard = new Set();

/** A tool has ended: handlers of its result take turns with those of a call that ended beside it, as in pi. */
export function hasEnded(toolCallId) {
  if (listeners.get("tool_result")?.length) unheard.add(toolCallId);
}

/** Lets handlers of other results begin, where a handler of a result is done. */
export function takeTurns(message) {
  if (message.arguments[0] === "tool_result") hearOthers(message.extension);
}

function hearOthers(extension) {
  for (const id of unheard) {
    beginNext({ instance: extension }, ({ arguments: [name, event] = [] }) => name === "tool_result" && event?.toolCallId === id);
    unheard.delete(id);
  }
}

/**
 * Lets the next handler of an event begin where one is done, before timers and whatever else waits for its turn: in pi
 * nothing comes in between.
 *
 * @param value what the handler answered
 * @param threw whether it failed instead
 * @param alone whether no other call is under way
 * @returns whether there is a next one
 */
export function goOn(message, value, threw, alone) {
  takeTurns(message);
  const next = following(message, value, threw);
  if (next) beginNext({ instance: message.extension }, (call) => call.extension === next.instance && call.function === next.f, alone);
  return Boolean(next);
}

const REQUEST = ["before_provider_headers", "before_provider_request"];
const RUN = ["before_agent_start", "agent_start", "turn_start", "message_start", "message_end", "context", ...REQUEST];
const END = ["turn_end", "agent_end", "agent_before_settle", "session_stop", "agent_settled"];

/** What comes after an event without a pause in pi, if anything of it does. */
const FOLLOWING = {
  session_start: ["resources_discover"],
  input: RUN,
  before_agent_start: RUN.slice(1),
  agent_start: RUN.slice(2),
  turn_start: RUN.slice(3),
  context: REQUEST,
  before_provider_headers: REQUEST.slice(1),
  message_end: [...RUN.slice(3), "tool_execution_start", "tool_call", ...END],
  tool_result: ["tool_execution_end"],
  tool_execution_end: ["message_start", "message_end", ...END],
  turn_end: [...RUN.slice(2), ...END.slice(1)],
  agent_end: [...END.slice(2), ...RUN.slice(1)],
  agent_before_settle: [...END.slice(3), ...RUN.slice(1)],
};
/** Events that come before what replaces a session, or reloads, is done. */
const REPLACING = new Set(["session_start", "resources_discover", "session_tree"]);
const REPLACED = ["newSession", "switchSession", "fork", "navigateTree", "reload"];

/**
 * All handlers of an event are done. Where another event follows without a pause in pi, a timer that is due in between
 * waits for that one; where no timer runs, nothing has to wait.
 *
 * @param before is called first
 */
export function holdAfter({ extension, arguments: [name] }, before) {
  const follows = FOLLOWING[name]?.some((next) => listeners.get(next)?.length) || (REPLACING.has(name) && isUnderWay(REPLACED));
  if (!follows || !process.getActiveResourcesInfo().includes("Timeout")) return;
  afterPromises(() => {
    before();
    hold({ instance: extension });
  });
}

/** Whether a call is one of a handler that others come after. */
export function isHandler({ next }) {
  return next !== undefined;
}

/** Lets the first handler of an event begin that was just caused, as far as it is here and Pawl calls it soon. */
export function caused(name, from, fits = () => true) {
  if (!hasListeners(name) || settling > 0) return;
  beginNext(from, ({ arguments: [called, event] = [] }) => called === name && fits(event));
}

/** Whether an extension listens to an event. */
export function hasListeners(name) {
  return Boolean(listeners.get(name)?.length);
}

let settling = 0;

/** Whether handlers of agent_settled are running: what they start has to wait until all have run. */
export function isSettling() {
  return settling > 0;
}

let preparing = 0;

/** Whether handlers are asked about a run that has not begun: what they start joins that one, or comes later. */
export function isPreparing() {
  return preparing > 0;
}

const PREPARING = new Set(["session_start", "input", "before_agent_start"]);

/** Events that a `cancel` other than true ends for the handlers after it without calling anything off, as in pi. */
const ENDED_BY_ANY = new Set(["session_before_switch", "session_before_fork"]);

export function runHandler(extension, handler, args, call) {
  if (asked.get(args[0])?.ended) return undefined;
  if (args[0] === "before_agent_start" || args[0] === "agent_start") extension.sendsWhileIdle = false;
  const step = args[0] === "agent_settled" ? (by) => (settling += by) : PREPARING.has(args[0]) ? (by) => (preparing += by) : undefined;
  if (!step) return runOne(extension, handler, args, call);
  step(1);
  const over = (then) => (value) => {
    step(-1);
    return then(value);
  };
  try {
    const told = runOne(extension, handler, args, call);
    if (told instanceof Pending) return new Pending(told.returned, over(told.told), over(told.failed));
    return over((value) => value)(told);
  } catch (error) {
    step(-1);
    throw error;
  }
}

/** A handler that is not done yet, and what its end means; one promise, for each takes a turn of its own. */
export class Pending {
  constructor(returned, told, failed) {
    Object.assign(this, { returned, told, failed });
  }
}

function runOne(extension, handler, [name, event], call) {
  dress(extension, event, call);
  showStrange(name, event, call);
  const before = (changeable[name] ?? ASSIGNED[event.type] ?? []).map((field) => watched(event, field));
  const shared = sharedWith(call.function ?? handler, name, event, before);
  const ctx = call.shared ? (call.ctx ??= makeContext(extension, call)) : makeContext(extension, call);
  const told = (result) => answer(extension, event, result, before, shared);
  try {
    const returned = handler(event, ctx);
    return returned && typeof returned.then === "function"
      ? new Pending(returned, told, failed(event, before))
      : told(returned);
  } catch (error) {
    return failed(event, before)(error);
  }
}

/** Events of gates: a handler that throws stops them, so nothing of it counts. */
const GATES = new Set(["tool_call", "tool_authorize", "user_bash"]);

/** What was changed inside of an object before a handler threw counts, for the object is one that all share. */
function failed(event, before) {
  return (error) => {
    const changed = GATES.has(event.type) ? {} : changesInPlace(before, true);
    if (Object.keys(changed).length === 0) throw event.type === "tool_call" ? asError(error) : error;
    return { failed: asFailure(error), changed };
  };
}

/** The model is given what was thrown; a value that is not an error is named as such, in pi's words. */
function asError(thrown) {
  if (thrown instanceof Error) return thrown;
  const error = new Error(`Extension failed, blocking execution: ${asFailure(thrown).message}`);
  error.stack = "";
  return error;
}

/** A field that may be changed in place, with what it was. */
function watched(event, field) {
  const late = Object.getOwnPropertyDescriptor(event, field)?.get?.late;
  if (late) return { field, late };
  return { field, ...snapshot(event[field]) };
}

function snapshot(value) {
  return { value, text: JSON.stringify(value), elements: Array.isArray(value) ? [...value] : undefined };
}

/** @param inside leaves out that elements came, went or moved in a list */
function changesInPlace(before, inside) {
  const changed = {};
  for (const one of before) {
    if (one.late && !one.late.known) continue;
    const { value, text, elements } = one.late ?? one;
    const now = inside && elements ? elements : value;
    if (JSON.stringify(now) !== text) changed[one.field] = now ?? null;
  }
  return changed;
}

/** Events of which all handlers get one object, by what tells two of them apart. */
const SHARED = { tool_call: "toolCallId", tool_result: "toolCallId", user_bash: "command" };
/** Fields that can only be assigned, which the handlers after it see. */
const ASSIGNED = { user_bash: ["command"] };
const MOST_SHARED = 64;
const assignments = new Map();

/** What handlers assigned to fields of an event is seen by those after them; undefined where each gets its own. */
function sharedWith(registration, name, event, before) {
  if (!(event.type in SHARED)) return undefined;
  const key = `${name} ${event[SHARED[event.type]]}`;
  let shared = assignments.get(key);
  if (!shared || shared.handlers.has(registration)) {
    shared = { handlers: new Set(), fields: new Map() };
    assignments.delete(key);
    assignments.set(key, shared);
    if (assignments.size > MOST_SHARED) assignments.delete(assignments.keys().next().value);
  }
  shared.handlers.add(registration);
  for (const { field, text } of before) {
    const one = shared.fields.get(field);
    if (one && one.instead === text) event[field] = one.value;
    else shared.fields.delete(field);
  }
  return shared;
}

/** A field that is asked for when somebody looks at it. */
function later(extension, event, field, call, watching, made = (value) => value) {
  // Handlers that follow each other without a change share what one of them has asked for.
  const late = call.parts?.[field] ?? { known: false };
  if (call.parts) call.parts[field] = late;
  late.now = late.value;
  const get = () => {
    if (!late.known) {
      late.now = made(requestSync("part", { instance: extension.instance, call: call.id }, [field]));
      Object.assign(late, watching ? snapshot(late.now) : { value: late.now });
      late.known = true;
    }
    return late.now;
  };
  const set = (value) => {
    get();
    late.now = value;
  };
  get.late = late;
  Object.defineProperty(event, field, { get, set, enumerable: true, configurable: true });
}

/** A field that can only be read: assigning to it throws. */
function readOnly(event, field) {
  const value = event[field];
  const get = () => value;
  Object.defineProperty(event, field, { get, enumerable: true, configurable: true });
  return get;
}

/** Adds what JSON cannot carry. */
function dress(extension, event, call) {
  switch (event.type) {
    case "session_before_compact": {
      const ops = event.preparation.fileOps;
      for (const kind of ["read", "written", "edited"]) ops[kind] = new Set(ops[kind]);
      Object.defineProperty(event, "signal", { get: () => call.signal, enumerable: true });
      break;
    }
    case "session_before_tree":
    case "session_stop":
      Object.defineProperty(event, "signal", { get: () => call.signal, enumerable: true });
      break;
    case "message_update":
      // The answer so far is asked for by those who look at it; most only want the piece that came.
      later(extension, event, "message", call);
      Object.defineProperty(event.assistantMessageEvent, "partial", { get: () => event.message, enumerable: true });
      break;
    case "context":
      if (!event.messages) later(extension, event, "messages", call, true);
      later(extension, event, "entries", call, false, indexed);
      later(extension, event, "contextMessages", call);
      break;
    case "model_select":
      event.model = live(extension, event.model);
      break;
    case "before_agent_start":
      call.systemPrompt = readOnly(event, "systemPrompt");
      break;
  }
}

function answer(extension, event, result, before, shared) {
  if (ENDED_BY_ANY.has(event.type) && result?.cancel && asked.has(event.type)) asked.get(event.type).ended = true;
  const changed = changesInPlace(before, false);
  if (shared) {
    for (const { field, value } of before) {
      if (event[field] !== value) shared.fields.set(field, { instead: JSON.stringify(value), value: event[field] });
    }
    // What was assigned to a result counts where some handler returns a part of one, before it or after it.
    shared.patched ||= isPatch(result);
    if (event.type === "tool_result") {
      for (const field of PATCHED) if (result?.[field] !== undefined) shared.fields.delete(field);
    }
    if (event.type === "tool_result" && shared.patched) {
      for (const [field, { value }] of shared.fields) changed[field] = value ?? null;
    }
  }
  if (result === undefined && Object.keys(changed).length === 0) return undefined;
  const told = Object.keys(changed).length > 0 ? { changed } : {};
  if (result !== undefined) told.result = asAnswer(extension, event, result);
  return told;
}

function asAnswer(extension, event, result) {
  switch (event.type) {
    case "user_bash":
      return shellAnswer(extension, result);
    case "turn_end":
    case "agent_before_settle":
      return Array.isArray(result?.entries) ? { ...result, entries: drafts(extension, event, result.entries) } : result;
    default:
      return event.type in READ ? plain(result, READ[event.type]) : result;
  }
}

const VERDICT = ["block", "reason", "terminate"];
const CANCELLED = ["cancel"];
const PATCHED = ["content", "details", "isError", "usage"];
/** The fields of answers that decide something, by event. */
const READ = {
  tool_call: VERDICT,
  tool_authorize: VERDICT,
  request_authorize: VERDICT,
  before_model_select: VERDICT,
  tool_result: PATCHED,
  user_bash_result: ["output"],
  input: ["action", "text", "images", "handled"],
  context: ["messages"],
  message_end: ["message"],
  session_before_switch: CANCELLED,
  session_before_fork: CANCELLED,
  session_before_compact: CANCELLED,
  session_before_tree: CANCELLED,
};

/** An answer with the fields that pi would read, also where JSON leaves them out: inherited ones, hidden ones, functions. */
function plain(result, fields) {
  if (result === null || !["object", "function"].includes(typeof result)) return result;
  const copy = { ...result, toJSON: undefined };
  for (const field of fields) {
    const value = result[field];
    if (value !== undefined) copy[field] = ["function", "symbol"].includes(typeof value) ? true : value;
  }
  return copy;
}

const DRAFTS = new Set(["custom", "custom_message", "context_edit", "compaction"]);

/** Entries that cannot be added and their places, by the event whose handlers returned them: the handlers after them see them. */
const strange = new Map();

/** Entries that can be added; the others are left out, which is reported on standard error. */
function drafts(extension, event, entries) {
  strange.set(event.type, [...entries.entries()].filter(([, entry]) => !DRAFTS.has(entry?.type)));
  for (const [, entry] of strange.get(event.type)) {
    console.error(`${extension.path}: ${event.type} returned an entry of the type ${entry?.type}, which cannot be added`);
  }
  return entries.filter((entry) => DRAFTS.has(entry?.type));
}

function showStrange(name, event, call) {
  const left = strange.get(event.type);
  if (!left) return;
  const first = listeners.get(name)?.[0];
  if (call.function === `${first?.instance} ${first?.f}`) {
    strange.delete(event.type);
    return;
  }
  event.entries = [...(event.entries ?? [])];
  for (const [place, entry] of left) event.entries.splice(place, 0, entry);
}

function isPatch(result) {
  return PATCHED.some((field) => result?.[field] !== undefined);
}

function shellAnswer(extension, result) {
  const legacy =
    result &&
    typeof result === "object" &&
    result.operations === undefined &&
    result.result === undefined &&
    (typeof result.command === "string" ||
      typeof result.cwd === "string" ||
      (typeof result.env === "object" && result.env !== null));
  if (legacy) return result;
  const operations = result?.operations;
  const outcome = result?.result;
  if ((operations === undefined) === (outcome === undefined)) throw malformed();
  if (outcome !== undefined) {
    if (typeof outcome?.output !== "string") throw malformed();
    return { result: { cancelled: false, truncated: false, ...outcome } };
  }
  if (typeof operations?.exec !== "function") throw malformed();
  return {
    operations: keepFunction(extension, async ([command, cwd, timeout, env], call) => {
      const onData = (data) => call.emit("bash.data", [Buffer.from(data).toString("base64")]);
      return operations.exec(command, cwd, { onData, signal: call.signal, timeout: timeout ?? undefined, env });
    }),
  };
}

function malformed() {
  return new Error(
    "a user_bash handler must return nothing, or exactly one of { operations: { exec } } and { result: { output, … } }",
  );
}
