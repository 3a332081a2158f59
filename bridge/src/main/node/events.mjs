// One event at one handler: what comes from Pawl is dressed up as extensions know it, and what the handler returned or
// changed in place goes back. What may be changed where is Pawl's to say.
import { requestSync } from "./channel.mjs";
import { makeContext } from "./context.mjs";
import { keepFunction } from "./functions.mjs";

let changeable = {};

/** @param table the fields of each event that handlers may change in place */
export function useChangeable(table) {
  changeable = table;
}

export function runHandler(extension, handler, [name, event], call) {
  dress(extension, event, call);
  const before = (changeable[name] ?? []).map((field) => watched(event, field));
  const ctx = makeContext(extension, call);
  const returned = handler(event, ctx);
  return returned && typeof returned.then === "function"
    ? returned.then((result) => answer(extension, event, result, before))
    : answer(extension, event, returned, before);
}

/** A field that may be changed in place, with what it was. */
function watched(event, field) {
  const late = Object.getOwnPropertyDescriptor(event, field)?.get?.late;
  if (late) return { field, late };
  return { field, value: event[field], text: JSON.stringify(event[field]) };
}

/** A field that is asked for when somebody looks at it. */
function later(extension, event, field, call, watching) {
  const late = { known: false };
  const get = () => {
    if (!late.known) {
      late.value = late.now = requestSync("part", { instance: extension.instance, call: call.id }, [field]);
      if (watching) late.text = JSON.stringify(late.value);
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
      later(extension, event, "entries", call);
      later(extension, event, "contextMessages", call);
      break;
    case "before_agent_start":
      call.systemPrompt = () => event.systemPrompt;
      break;
  }
}

function answer(extension, event, result, before) {
  const changed = {};
  let any = false;
  for (const one of before) {
    const { value, text } = one.late ?? one;
    const field = one.field;
    if (one.late && !one.late.known) continue;
    const assigned = event[field] !== value;
    if (JSON.stringify(value) !== text || (assigned && (event.type !== "tool_result" || result))) {
      changed[field] = event[field] ?? null;
      any = true;
    }
  }
  if (result === undefined && !any) return undefined;
  const told = any ? { changed } : {};
  if (result !== undefined) told.result = event.type === "user_bash" ? shellAnswer(extension, result) : result;
  return told;
}

function shellAnswer(extension, result) {
  const legacy = result && typeof result === "object" && typeof result.command === "string";
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
