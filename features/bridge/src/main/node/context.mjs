// What a handler has at run time: one session, asked afresh at every access.
import { request, requestSync, tell } from "./channel.mjs";
import { caused } from "./events.mjs";
import { live, modelRegistry } from "./models.mjs";
import { draftManager, indexed, sessionManager } from "./session.mjs";
import { userInterface } from "./ui.mjs";
import { keepFunction } from "./functions.mjs";

const STALE =
  "This extension context is stale: the session it belonged to was replaced or reloaded. Do what comes after the" +
  " replacement in withSession, with the context given there.";

let freshened = [];
let turn = 0;

/** Another number whenever what came with a message no longer holds. */
export function stateTurn() {
  return turn;
}

/** The state that came with a message holds until the event loop turns; after that it is asked for again. */
export function freshen(extension, state) {
  learn(extension, state);
  extension.state = { ...state, model: extension.model };
  extension.fresh = true;
  extension.onFirstState?.(state);
  extension.onFirstState = undefined;
  if (freshened.push(extension) === 1) setImmediate(spoil);
}

/** A model comes once, also for extensions whose handlers follow: they know it even if these are never called. */
export function learn(extension, { model }) {
  if (model === undefined) return;
  extension.model = live(extension, model);
  if (extension.state) extension.state.model = model;
}

/** Somebody acted on the session, so what is known of it may be old. */
export function spoil() {
  for (const extension of freshened) extension.fresh = false;
  freshened = [];
  turn++;
}

export function stateOf(extension, from) {
  if (extension.stale) throw new Error(STALE);
  if (!extension.fresh || !extension.state) {
    try {
      freshen(extension, requestSync("state", from, []));
    } catch (error) {
      if (!extension.state) throw error;
    }
  }
  return extension.state;
}

/**
 * Makes the context of one call.
 *
 * @param call the call under way: its number, its signal, and what kind of context Pawl gave it
 */
export function makeContext(extension, call) {
  const from = { instance: extension.instance, call: call.id };
  const state = () => stateOf(extension, from);
  const inner = { from, state, extension, call };
  const made = {};
  const ui = () => (made.ui ??= userInterface(inner));
  const manager = () => (made.manager ??= sessionManager(inner));
  const registry = () => (made.registry ??= modelRegistry(inner));
  const ask = (method, ...args) => (state(), requestSync(method, from, args));
  const say = (method, ...args) => {
    state();
    tell(method, from, args);
  };
  const context = {
    get ui() {
      return state(), ui();
    },
    get mode() {
      return state().mode;
    },
    get hasUI() {
      return state().hasUi;
    },
    get cwd() {
      return state().cwd;
    },
    get sessionManager() {
      return state(), manager();
    },
    get modelRegistry() {
      return state(), registry();
    },
    get model() {
      return state().model ?? undefined;
    },
    get scopedModels() {
      return ask("models.scoped").map((each) => ({ ...each, model: live(extension, each.model) }));
    },
    get thinkingLevel() {
      return state().thinkingLevel;
    },
    get signal() {
      if (state().idle) return undefined;
      const run = runOf(extension);
      if (made.run !== run) Object.assign(made, { run, signal: AbortSignal.any([run.signal, call.signal]) });
      return made.signal;
    },
    isIdle: () => !extension.startsRun && (state().idle || Boolean(extension.sendsWhileIdle)),
    isProjectTrusted: () => state().trusted,
    idempotencyKey: () => ask("idempotencyKey"),
    hasPendingMessages: () => state().pendingMessages,
    hasQueuedMessages: () => state().pendingMessages,
    abort: () => say("abort"),
    shutdown: () => say("shutdown"),
    getContextUsage: () => ask("contextUsage"),
    getSystemPrompt: () => call.systemPrompt?.() ?? ask("systemPrompt"),
    compact: (options) =>
      say(
        "compact",
        options?.customInstructions ?? null,
        options?.onComplete ? keepFunction(extension, (args) => options.onComplete(args[0])) : null,
        options?.onError ? keepFunction(extension, (args) => options.onError(new Error(args[0]))) : null,
      ),
    // The first design of hooks has these too.
    exec: (command, args, options) => extension.api.exec(command, args, options),
    get sessionFile() {
      return state().sessionFile ?? null;
    },
    get entries() {
      return indexed([manager().getHeader(), ...manager().getBranch()]);
    },
    get messages() {
      return ask("messages");
    },
    findModel: (provider, id) => registry().find(provider, id) ?? null,
    availableModels: async () => registry().getAvailable(),
    resolveApiKey: (model) => registry().getApiKey(model),
    saveEntry: (entry) => request("saveEntry", from, [entry]),
    rebuildContext: () => request("rebuildContext", from, []),
  };
  if (call.kind === "command") addCommand(context, inner);
  if (call.kind === "tool") addTool(context, inner);
  return context;
}

function addCommand(context, { from, state, extension, call }) {
  const later = (method, ...args) => (state(), request(method, from, args));
  const withSession = (callback) =>
    callback ? keepFunction(extension, (_, next) => callback(replaced(extension, next))) : null;
  const setup = (callback) =>
    callback
      ? keepFunction(extension, (_, next) =>
          callback(
            draftManager({
              from: { instance: extension.instance, call: next.id },
              state: () => requestSync("draft.state", { instance: extension.instance, call: next.id }, []),
            }),
          ),
        )
      : null;
  Object.assign(context, {
    args: call.args ?? [],
    argsRaw: call.argsRaw ?? "",
    getSystemPromptOptions: () => requestSync("systemPromptOptions", from, []),
    waitForIdle: async () => {
      if (!(state(), extension.sendsWhileIdle)) await later("waitForIdle");
    },
    newSession: (options) =>
      later("newSession", options?.parentSession ?? null, setup(options?.setup), withSession(options?.withSession)),
    fork: (entryId, options) =>
      later("fork", entryId, options?.position ?? "before", withSession(options?.withSession)),
    branch: (entryId) => later("fork", entryId, "before", null),
    navigateTree: (targetId, options) => later("navigateTree", targetId, options ?? {}),
    switchSession: (file, options) => later("switchSession", file, withSession(options?.withSession)),
    reload: () => later("reload"),
    setModel: (model) => request("setModel", from, [model]),
    setThinkingLevel: (level) => requestSync("setThinkingLevel", from, [level]),
  });
  Object.defineProperty(context, "signal", { get: () => call.signal, enumerable: true, configurable: true });
}

/** The context of the session that took over: of an extension that lives on there, though its old self is stale. */
function replaced(extension, call) {
  const heir = { instance: extension.instance, api: extension.api, path: extension.path, functions: extension.functions };
  const context = makeContext(heir, { ...call, kind: "command" });
  const from = { instance: extension.instance, call: call.id };
  // Whoever waits for these waits for the run that they start.
  const sent = (method) => async (what, options) => {
    const accepted = request(method, from, [what, delivery(options)]);
    if (method === "sendUserMessage") caused("input", from, (event) => event.source === "extension");
    await accepted;
    await request("waitForIdle", from, []);
  };
  context.sendMessage = sent("sendMessage");
  context.sendUserMessage = sent("sendUserMessage");
  return context;
}

function addTool(context, { from, call, extension }) {
  Object.defineProperty(context, "tools", { get: () => requestSync("tool.tools", from, []), enumerable: true });
  context.executeTool = (name, args, options) => request("tool.execute", from, [name, args ?? {}], options?.signal);
  Object.defineProperty(context, "signal", { get: () => call.signal, enumerable: true, configurable: true });
}

/** The run that is under way: whoever holds on to its signal hears when it is aborted, also after the call is over. */
function runOf(extension) {
  if (!extension.run) {
    extension.run = new AbortController();
    tell("run", { instance: extension.instance, call: null }, []);
  }
  return extension.run;
}

/** The run is over; the next one has a signal of its own. */
export function runEnded(extension, aborted) {
  const run = extension.run;
  extension.run = undefined;
  if (aborted) run?.abort();
}

/** What was just sent starts a run only when the event loop turns: until then the agent is as idle as it was. */
export function sending(extension, from) {
  untilTurn(extension, from, "sendsWhileIdle");
}

/** No input handler is asked about what was just sent: it starts a run as soon as whoever sent it waits for anything. */
export function startsSoon(extension, from, begins) {
  if (!stateOf(extension, from).idle) return;
  queueMicrotask(() => {
    extension.sendsWhileIdle = false;
    starting(extension, from);
    begins();
  });
}

/** A message that the agent is to answer makes it busy at once. */
export function starting(extension, from) {
  untilTurn(extension, from, "startsRun");
}

function untilTurn(extension, from, flag) {
  if (!stateOf(extension, from).idle || extension[flag]) return;
  extension[flag] = true;
  setImmediate(() => (extension[flag] = false));
}

/** How a message is to be delivered; older hooks say only whether the agent answers. */
export function delivery(options) {
  if (typeof options === "boolean") return { triggerTurn: options };
  return {
    triggerTurn: options?.triggerTurn,
    deliverAs: options?.deliverAs,
    expandPromptTemplates: options?.expandPromptTemplates,
  };
}
