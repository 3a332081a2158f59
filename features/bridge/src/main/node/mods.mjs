// Mods: hooks of Claude Code that are functions. Each is an extension like any other to Pawl: its events are mapped onto Pawl's,
// and what it calls onto what extensions call. Its own code runs in a realm of its own; see realm.mjs.
import crypto from "node:crypto";
import { tell } from "./channel.mjs";
import { CALLS, answered, isAnswered, nowAnswered } from "./mod-calls.mjs";
import { listen } from "./mod-events.mjs";
import { define, makeRealm } from "./mod-files.mjs";
import { answerText, translation } from "./mod-tools.mjs";

/** Who gave a command. */
const KIND = "composer";
const USER = { kind: KIND };

/** Mods that are loaded, in the order in which they are called. */
const all = [];

/** The names of all events; what is not among them refuses a module. */
const ENGINE =
  "tool.call tool.check tool.judge tool.run ui.render ui.resolve ui.press ui.input ui.select ui.message ui.fault ui.pointer ui.scroll" +
  " ui.focus agent.offer agent.spawn prompt.submit prompt.fill prompt.suggest prompt.edit prompt.change prompt.autocomplete" +
  " prompt.section prompt.context prompt.compose prompt.attachment prompt.mention tool.describe command.run command.describe" +
  " config.set config.describe telemetry.log telemetry.mark skill.prompt attribution.text session.start session.receive session.append" +
  " session.send session.compact session.attach session.detach session.measure session.stop session.end plugin.register turn.start" +
  " turn.step turn.complete engine.create";
const CLASSIC =
  "ConfigChange CwdChanged DirectoryAdded Elicitation ElicitationResult FileChanged InstructionsLoaded MessageDisplay Notification" +
  " PermissionDenied PermissionRequest PostCompact PostModelSwitch PostToolBatch PostToolUse PostToolUseFailure PreCompact PreModelSwitch" +
  " PreToolUse SessionEnd SessionStart Setup Stop StopFailure SubagentStart SubagentStop TaskCompleted TaskCreated TeammateIdle" +
  " UserPromptExpansion UserPromptSubmit WorktreeCreate WorktreeRemove";
const EVENTS = [...new Set([...ENGINE.split(" "), ...CALLS, ...CLASSIC.split(" ").map((name) => `classic.${name}`)])];

/** Events whose answer can refuse something: where one of them never fires here, a guard would be missing. */
const GATES = new Set([
  ...["tool.call", "tool.check", "tool.judge", "tool.run", "prompt.mention", "config.set", "agent.spawn", "agent.offer", "plugin.register"],
  ...["session.send", "session.receive", "classic.PreToolUse", "classic.PermissionRequest", "classic.PreModelSwitch"],
]);

/** Calls that are events of Pawl's, too, at which the hooks are called then. */
const FIRED_BY_PAWL = new Set(["prompt.submit", "tool.call", "tool.check", "command.run", "session.compact", "agent.spawn"]);

/** Whether a hook that fails before it passed an event on stops it. */
const isGate = (event) => GATES.has(event) || (CALLS.has(event) && !FIRED_BY_PAWL.has(event));

export class Mod {
  #entered = new Map();
  #timers = new Map();
  #last = 0;
  #inside;

  /** @param given what Pawl says of it: see `mod` of the message `load` */
  constructor(extension, given) {
    Object.assign(this, { extension, ...given });
    this.tools = translation(given.tools);
    this.dispatches = new Map();
    this.commands = new Map();
    this.agents = new Map();
    this.served = new Set();
    this.registrations = [];
  }

  /** Reads the mod, lets it register its hooks, and listens to what they need. */
  async load() {
    const realm = makeRealm(this.plugin, (text) => this.#asked(text));
    this.#inside = realm.inside;
    const { module, calls } = define(this.root, this.module, realm, CALLS);
    this.calls = calls;
    const { plugin, tier, root, options } = this;
    this.registrations = await this.#enter("start", { plugin, tier, root, options, events: EVENTS, module });
    this.#name(listen(this, EVENTS));
    all.push(this);
    all.sort((one, other) => one.extension.instance - other.extension.instance);
    this.extension.unsubscribers.push(() => this.#end());
  }

  /** Says what never happens here; a guard that would never be asked keeps the mod from being loaded. */
  #name(unsupported) {
    const missing = unsupported.filter((event) => GATES.has(event) && this.names(event));
    if (missing.length > 0) {
      throw new Error(
        `it guards ${missing.join(", ")}, which never happens here, so the guard would be missing. Write that as a rule or a hook` +
          ` of Pawl, or switch the plugin off`,
      );
    }
    const never = unsupported.filter((event) => this.names(event));
    const unanswered = this.calls.filter((call) => !isAnswered(call) && !FIRED_BY_PAWL.has(call));
    this.remarks = [
      ...(never.length > 0 ? [`it listens to ${never.join(", ")}, which never happens here, so these hooks never run`] : []),
      ...(unanswered.length > 0 ? [`it calls $.${unanswered.join(", $.")}, which is not here, so these calls fail`] : []),
    ];
  }

  /** What it listens to and calls. */
  get footprint() {
    const hooks = this.registrations.map((hook) => ({ ...hook, isGate: isGate(hook.pattern) || hook.pattern === "prompt.submit" || hook.pattern === "command.run" }));
    return { plugin: this.plugin, hooks, calls: this.calls };
  }

  #end() {
    all.splice(all.indexOf(this), 1);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Whether some hook names an event, or all of a kind. */
  hears(event) {
    return this.registrations.some(({ pattern }) => selects(pattern, event));
  }

  /** Whether some hook names an event itself. */
  names(event) {
    return this.registrations.some(({ pattern }) => pattern === event);
  }

  #enter(door, value) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#entered.set(id, { resolve, reject });
      this.#inside.enter(JSON.stringify({ id, door, value }));
    });
  }

  /**
   * Runs the mod's hooks of an event.
   *
   * @param ctx the context of what happens
   * @param core what comes beneath the last hook; absent where that is nothing
   */
  async run(event, e, { ctx, core, skip, origin, drawing, whole } = {}) {
    if (!this.hears(event)) return core ? core(e) : undefined;
    const id = ++this.#last;
    const dispatch = { ctx, core };
    this.dispatches.set(id, dispatch);
    try {
      const gate = isGate(event);
      const told = await this.#enter("dispatch", { dispatch: id, event, e, skip, gate, origin, core: Boolean(core), drawing });
      return whole ? told : told.answer;
    } finally {
      this.dispatches.delete(id);
    }
  }

  /**
   * Runs the hooks of something that begins at one event of Pawl's and ends at another.
   *
   * @returns `down`, the event as the hooks passed it on, or `answer` where they answered themselves; and what ends it
   */
  async begin(event, e, ctx) {
    let goDown;
    let resume;
    const down = new Promise((resolve) => (goDown = resolve));
    const beneath = new Promise((resolve) => (resume = resolve));
    const span = { mod: this, e, ctx };
    const core = (passed) => {
      goDown({ down: passed });
      return beneath;
    };
    span.done = this.run(event, e, { core, get ctx() { return span.ctx; } });
    span.done.catch(() => {});
    span.end = async (value, now) => {
      span.ctx = now;
      resume(value);
      return span.done;
    };
    return { span, ...(await Promise.race([down, span.done.then((answer) => ({ answer }))])) };
  }

  commandRun(command, args, ctx) {
    const e = { command, args, origin: USER, presentation: { isFullscreen: false, columns: 80 } };
    return this.run("command.run", e, { ctx, core: () => ({}) });
  }

  /** The user gave one of the mod's commands. */
  async command(command, args, ctx) {
    const { text, context } = await this.commandRun(command, args, ctx);
    if (context?.length > 0) {
      this.extension.api.sendMessage({ customType: "mod", content: context.join("\n\n"), display: false }, { triggerTurn: false });
    }
    return text ? { status: text } : undefined;
  }

  /** Runs a tool of the mod: a hook has answered at the call, or answers now. */
  async serve(tool, id, input, ctx) {
    const none = { isError: true, result: "", text: `${this.plugin} registered ${tool}, and no hook of it answers` };
    const answer = this.answers.get(id) ?? (await this.run("tool.run", { ...input, tool, tool_use_id: id }, { ctx, core: () => none }));
    this.answers.delete(id);
    const text = answer.deny ?? answerText(answer);
    return { content: [{ type: "text", text }], isError: answer.isError === true || answer.deny !== undefined };
  }

  callback(key, values, ctx) {
    const id = ++this.#last;
    this.dispatches.set(id, { ctx });
    return this.#enter("callback", { key, values, dispatch: id }).finally(() => this.dispatches.delete(id));
  }

  forget(prefix) {
    return this.#enter("forget", { prefix });
  }

  report(event, reason) {
    tell("error", { instance: this.extension.instance, call: null }, [`${this.plugin}: ${event}`, { message: reason }]);
  }

  /** Answers the realm: in what is returned, or later. */
  #asked(text) {
    try {
      const { op, id, now, dispatch, value } = JSON.parse(text);
      if (now) return JSON.stringify({ value: this.#now(op, value, dispatch) ?? null });
      this.#later(op, value, dispatch).then(
        (answer) => this.#inside.deliver(JSON.stringify({ id, value: answer })),
        (error) => this.#inside.deliver(JSON.stringify({ id, error: { message: String(error?.message ?? error), code: error?.code } })),
      );
    } catch (error) {
      return JSON.stringify({ error: String(error?.message ?? error) });
    }
  }

  async #later(op, value, dispatch) {
    const under = this.dispatches.get(dispatch);
    if (op === "next") return under?.core(value.e);
    if (!CALLS.has(value.name)) throw new TypeError(`$.${value.name} is not here`);
    // Hooks on the call stand above it: those of every mod, but for the hook that makes it.
    const links = FIRED_BY_PAWL.has(value.name) ? [] : all.filter((mod) => mod.hears(value.name));
    const origin = { plugin: this.plugin, tier: this.tier };
    const at = async (place, e) => {
      const mod = links[place];
      if (!mod) return { value: await answered(this, value.name, e, under) };
      const skip = mod === this ? value.registration : undefined;
      return mod.run(value.name, e, { ctx: under?.ctx, core: (down) => at(place + 1, down), skip, origin });
    };
    const answer = await at(0, value.value ?? {});
    if (answer?.deny !== undefined) throw new Error(answer.deny);
    return answer?.value;
  }

  #now(op, value, dispatch) {
    switch (op) {
      case "done": {
        const { id, answer, error } = value;
        const entered = this.#entered.get(id);
        this.#entered.delete(id);
        if (error === undefined) entered?.resolve(answer);
        else entered?.reject(Object.assign(new Error(error.message), { stack: error.stack || error.message }));
        return undefined;
      }
      case "failed":
        if (value.after || !isGate(value.event)) this.report(value.event, value.reason);
        return undefined;
      case "timer.start":
        return this.#timer(value);
      case "timer.stop":
        clearTimeout(this.#timers.get(value.timer));
        this.#timers.delete(value.timer);
        return undefined;
      case "clock.now":
        return Date.now();
      case "clock.read":
        return performance.now();
      case "print":
        console.error(`${this.plugin}: ${value.text}`);
        return undefined;
      case "call":
        return nowAnswered(this, value.name, value.value, this.dispatches.get(dispatch));
      default:
        return web(op, value);
    }
  }

  #timer({ ms, every }) {
    const timer = ++this.#last;
    const tick = () => {
      if (every) begin();
      else this.#timers.delete(timer);
      this.#inside.tick(timer);
    };
    const begin = () => this.#timers.set(timer, setTimeout(tick, every ? Math.max(10, ms) : ms));
    begin();
    return timer;
  }
}

export function selects(pattern, event) {
  if (pattern.startsWith("!")) return !selects(pattern.slice(1), event) && !event.startsWith("telemetry.");
  if (pattern === "*") return !event.startsWith("telemetry.");
  return pattern.endsWith(".*") ? event.startsWith(pattern.slice(0, -1)) : pattern === event;
}

/** The parts of the web that a realm cannot do by itself. */
function web(op, value) {
  switch (op) {
    case "web.url": {
      const url = new URL(value.url, value.base ?? undefined);
      const names = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
      return Object.fromEntries(names.map((name) => [name, url[name]]));
    }
    case "web.utf8":
      return Buffer.from(value.base64, "base64").toString("utf8");
    case "web.base64":
      return Buffer.from(value.binary, "latin1").toString("base64");
    case "web.binary":
      return Buffer.from(value.base64, "base64").toString("latin1");
    case "web.uuid":
      return crypto.randomUUID();
    case "web.random":
      return crypto.randomBytes(Math.min(65_536, Number(value.count))).toString("base64");
    case "web.digest":
      return crypto.createHash(value.name.replace("-", "").toLowerCase()).update(Buffer.from(value.base64, "base64")).digest("base64");
    default:
      throw new TypeError(`${op} is not here`);
  }
}
