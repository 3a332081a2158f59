// One extension: its file, what it registered, and the `pi` object it was given.
import { constants } from "node:buffer";
import { request, requestSync, tell } from "./channel.mjs";
import { delivery, makeContext, sending, starting, startsSoon, stateOf } from "./context.mjs";
import { caused, hasListeners, isPreparing, isSettling, listens, runHandler } from "./events.mjs";
import { describe } from "./failures.mjs";
import { functionsOf, keepFunction } from "./functions.mjs";
import { bus } from "./bus.mjs";
import { providerRegistration } from "./providers.mjs";
import { described, rendererOf, toolRegistration, toolRendererOf } from "./tools.mjs";

const LOADING = "Action methods cannot be called while an extension is being loaded: there is no session yet.";

export function makeExtension(instance, path) {
  const extension = {
    instance,
    path,
    functions: functionsOf(),
    registered: [],
    flags: new Map(),
    providers: new Map(),
    loading: true,
    stale: false,
    unsubscribers: [],
  };
  extension.api = makeApi(extension);
  return extension;
}

/** Ends an extension: whatever it kept of its session is no longer good. */
export function endExtension(extension) {
  extension.stale = true;
  for (const unsubscribe of extension.unsubscribers) unsubscribe();
  extension.unsubscribers = [];
}

function makeApi(extension) {
  const from = { instance: extension.instance, call: null };
  const active = () => {
    if (extension.failed) throw new Error(`Extension "${extension.path}" failed to load; it can do nothing more.`);
    if (extension.stale) stateOf(extension, from);
  };
  const bound = () => {
    active();
    if (extension.loading) throw new Error(LOADING);
  };
  const ask = (method, ...args) => {
    bound();
    return requestSync(method, from, args);
  };
  const say = (method, ...args) => {
    bound();
    tell(method, from, args);
  };
  const register = (registration, later = requestSync) => {
    active();
    if (extension.loading) extension.registered.push(registration);
    else later("register", from, [registration]);
  };
  extension.overrideModel = (what) => extension.stale || register({ kind: "modelOverride", ...what }, tell);
  const named = (what, name) => {
    if (typeof name !== "string" || name.trim() === "") {
      throw new Error(`${what} needs a name, a string that is not empty, not ${describe(name)}`);
    }
    return name;
  };
  const needed = (what, fn) => {
    if (typeof fn !== "function") throw new Error(`${what} needs a function, not ${describe(fn)}`);
    return fn;
  };
  const command = (name, options, run) =>
    register({
      kind: "command",
      name: named("a command", name),
      description: options.description ?? "",
      function: keepFunction(extension, run),
      complete: options.getArgumentCompletions
        ? keepFunction(extension, ([prefix]) => options.getArgumentCompletions(prefix))
        : null,
    });
  /** In pi the first run of a conversation asks the first handler before the call that starts it returns. */
  const isUnanswered = () => !ask("messages").some(({ role }) => role === "assistant");
  const api = {
    on(event, handler, options) {
      needed(`on("${event}")`, handler);
      const f = keepFunction(extension, (args, call) => runHandler(extension, handler, args, call));
      const onFailure = options?.onFailure;
      register({ kind: "on", name: named("on()", event), function: f, ...(onFailure === undefined ? {} : { onFailure: String(onFailure) }) });
      let there = true;
      const forget = listens(event, extension.instance, f);
      const gone = () => {
        forget();
        there = false;
      };
      extension.unsubscribers.push(gone);
      return () => {
        if (!there) return;
        gone();
        if (extension.loading) extension.registered = extension.registered.filter((other) => other.function !== f);
        else tell("off", from, [f]);
      };
    },
    registerTool: (tool) => register(toolRegistration(extension, tool)),
    registerCommand(name, options) {
      needed(`command ${describe(name)}`, options?.handler);
      command(name, options, ([args], call) => outcome(options.handler(args, makeContext(extension, call))));
    },
    command(name, options) {
      needed(`command ${describe(name)}`, options?.handler);
      command(name, options, (_, call) => outcome(options.handler(makeContext(extension, call))));
    },
    registerShortcut(key, options) {
      needed(`shortcut ${describe(key)}`, options?.handler);
      const f = keepFunction(extension, (_, call) => options.handler(makeContext(extension, call)));
      register({ kind: "shortcut", key: named("a shortcut", key), description: options.description ?? "", function: f });
    },
    registerFlag(name, options) {
      if (options?.default !== undefined && typeof options.default !== options.type) {
        throw new Error(`flag "${name}": its default must be a ${options.type}, not a ${typeof options.default}`);
      }
      extension.flags.set(named("a flag", name), options);
      register({
        kind: "flag",
        name,
        description: options?.description ?? "",
        type: options?.type,
        default: options?.default ?? null,
      });
    },
    getFlag(name) {
      active();
      const flag = extension.flags.get(name);
      if (!flag) return undefined;
      return extension.loading ? flag.default : (requestSync("flag", from, [name]) ?? flag.default);
    },
    registerMessageRenderer: (type, renderer) =>
      register({ kind: "messageRenderer", type: named("a renderer", type), function: rendererOf(extension, renderer) }),
    registerEntryRenderer: (type, renderer) =>
      register({ kind: "entryRenderer", type: named("a renderer", type), function: rendererOf(extension, renderer) }),
    /** Says that entries of a type in session files are this extension's, though Pawl itself does not know it. */
    registerEntryType: (type) => register({ kind: "entryType", type: named("an entry type", type) }),
    registerToolRenderer: (resolve) => register({ kind: "toolRenderer", function: toolRendererOf(extension, resolve) }),
    registerMarkdownTransformer: (transform) =>
      register({ kind: "markdown", function: keepFunction(extension, ([text, shown]) => transform(text, shown)) }),
    registerProvider: (name, config) => register(providerRegistration(extension, name, config), tell),
    unregisterProvider(name) {
      extension.providers.delete(name);
      if (extension.loading) {
        extension.registered = extension.registered.filter((other) => other.kind !== "provider" || other.name !== name);
      } else register({ kind: "removeProvider", name }, tell);
    },
    registerVirtualModel(model) {
      const f = keepFunction(extension, ([asked], call) =>
        model.route({ ...asked, signal: call.signal }, makeContext(extension, call)),
      );
      register({ kind: "virtualModel", model: { ...model, route: undefined }, function: f }, tell);
    },
    unregisterVirtualModel: (provider, id) => register({ kind: "removeVirtualModel", provider, id }, tell),
    registerMcpServer: (name, config) => register({ kind: "mcp", name: named("a server", name), config }, tell),
    unregisterMcpServer: (name) => register({ kind: "removeMcp", name }, tell),
    getMcpServers: () => (active(), requestSync("mcpServers", from, [])),
    sendMessage(message, options) {
      bound();
      const { triggerTurn, deliverAs } = delivery(options);
      const starts = triggerTurn && deliverAs !== "nextTurn" && !isSettling();
      const atOnce = starts && !isPreparing() && stateOf(extension, from).idle && isUnanswered();
      if (starts) starting(extension, from);
      tell("sendMessage", from, [message, delivery(options)], starts);
      if (atOnce) caused("before_agent_start", from);
    },
    sendUserMessage(content, options) {
      bound();
      sending(extension, from);
      if (!hasListeners("input") && !isSettling() && !options?.expandPromptTemplates) {
        const asks = hasListeners("before_agent_start") && isUnanswered();
        startsSoon(extension, from, () => asks && caused("before_agent_start", from));
      }
      say("sendUserMessage", content, delivery(options));
      caused("input", from, (event) => event.source === "extension");
    },
    appendEntry: (customType, data) => void ask("appendEntry", customType, data ?? null),
    setSessionName(name) {
      ask("setSessionName", name ?? null);
      caused("session_info_changed", from);
    },
    getSessionName: () => ask("session.name"),
    setLabel: (entryId, label) => void ask("setLabel", entryId, label ?? null),
    getActiveTools: () => ask("activeTools"),
    getAllTools: () => ask("allTools").map(described),
    setActiveTools: (names) => void ask("setActiveTools", names),
    getCommands: () => ask("commands"),
    getSettings: () => ask("settings"),
    setModel: async (model) => (bound(), request("setModel", from, [model])),
    getThinkingLevel: () => (bound(), stateOf(extension, from).thinkingLevel),
    setThinkingLevel(level) {
      bound();
      const before = stateOf(extension, from).thinkingLevel;
      ask("setThinkingLevel", level);
      if (stateOf(extension, from).thinkingLevel !== before) caused("thinking_level_select", from);
    },
    async exec(name, args, options) {
      active();
      const { timeout, cwd, maxBuffer } = options ?? {};
      const most = constants.MAX_STRING_LENGTH;
      if (maxBuffer !== undefined && !(Number.isInteger(maxBuffer) && maxBuffer >= 0 && maxBuffer <= most)) {
        throw new RangeError(`maxBuffer must be an integer between 0 and ${most} bytes`);
      }
      const ended = await request(
        "exec",
        from,
        [name, (args ?? []).map(String), { timeout, cwd, maxBuffer }],
        options?.signal,
      );
      return ended ?? { stdout: "", stderr: "", code: 1, killed: true, truncated: false };
    },
    events: {
      emit: (channel, data) => (active(), bus.emit(channel, data, from)),
      on(channel, listener) {
        active();
        const unsubscribe = bus.on(channel, listener, extension);
        if (!extension.channels?.has(channel)) {
          (extension.channels ??= new Set()).add(channel);
          register({ kind: "bus", channel, function: keepFunction(extension, ([data]) => bus.deliver(channel, data, extension)) });
        }
        extension.unsubscribers.push(unsubscribe);
        return unsubscribe;
      },
    },
  };
  return api;
}

/** What a command handler returned, as JSON. */
function outcome(returned) {
  const shape = (value) =>
    typeof value === "string" || (value && typeof value === "object" && ("prompt" in value || "status" in value))
      ? value
      : null;
  return returned && typeof returned.then === "function" ? returned.then(shape) : shape(returned);
}
