// What runs beside a mod, inside of the mod's own realm: there is no Node here, and nothing of the process outside can be
// reached but through `ask`, which takes and returns texts. Its text is run once for each mod; see mods.mjs.
(function (ask) {
  "use strict";
  const { parse, stringify } = JSON;
  const OWN_MS = 10_000;
  const GRACE_MS = 1_000;

  const pending = new Map();
  let last = 0;
  let setup;

  /** Asks the process outside for something that takes time. */
  function request(op, value, dispatch) {
    const id = ++last;
    const answered = new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    ask(stringify({ op, id, dispatch, value }));
    return answered;
  }

  function now(op, value, dispatch) {
    const text = ask(stringify({ op, now: true, dispatch, value }));
    const { value: answer, error } = parse(text);
    if (error !== undefined) throw new TypeError(error);
    return answer;
  }

  function frozen(value) {
    if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
    for (const name of Object.keys(value)) frozen(value[name]);
    return Object.freeze(value);
  }

  function plainly(value) {
    if (value === undefined) return undefined;
    const text = stringify(value);
    return text === undefined ? undefined : parse(text);
  }

  function words(error) {
    try {
      return String(error?.message ?? error) || "it threw nothing that can be put into words";
    } catch {
      return "it threw something that cannot be put into words";
    }
  }

  // Registrations

  const registrations = [];
  let registering = true;

  function selects(pattern, event) {
    if (pattern.startsWith("!")) return !selects(pattern.slice(1), event) && !event.startsWith("telemetry.");
    if (pattern === "*") return !event.startsWith("telemetry.");
    if (pattern.endsWith(".*")) return event.startsWith(pattern.slice(0, -1));
    return pattern === event;
  }

  function fits(wanted, value) {
    if (wanted instanceof RegExp) return typeof value === "string" && new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, "")).test(value);
    if (Array.isArray(wanted)) return wanted.some((one) => fits(one, value));
    if (Array.isArray(value)) return value.some((one) => fits(wanted, one));
    if (wanted !== null && typeof wanted === "object") {
      return value !== null && typeof value === "object" && Object.keys(wanted).every((name) => fits(wanted[name], value[name]));
    }
    return wanted === value;
  }

  function isMeant(registration, event, e) {
    if (!selects(registration.pattern, event)) return false;
    const { matcher } = registration;
    if (event.startsWith("ui.") && e.plugin !== undefined && matcher?.plugin !== "*") {
      const wanted = matcher?.plugin ?? (isOwnBand(event, e) ? setup.plugin : undefined);
      if (wanted !== undefined && !fits(wanted, e.plugin)) return false;
    }
    if (matcher === undefined) return true;
    return Object.keys(matcher).every((name) => (name === "plugin" && event.startsWith("ui.")) || fits(matcher[name], e[name]));
  }

  function isOwnBand(event, e) {
    return event !== "ui.render" || e.component === "AbovePrompt" || e.component === "Pane";
  }

  function describe(matcher) {
    if (matcher instanceof RegExp) return String(matcher);
    if (Array.isArray(matcher)) return matcher.map(describe);
    if (matcher !== null && typeof matcher === "object") {
      return Object.fromEntries(Object.keys(matcher).map((name) => [name, describe(matcher[name])]));
    }
    return typeof matcher === "function" ? "a function" : matcher;
  }

  function on(pattern, ...given) {
    const [matcher, hook] = given.length > 1 ? given : [undefined, given[0]];
    if (!registering) throw new Error(`on("${pattern}") is called after register() has returned; hooks are registered while it runs`);
    if (typeof pattern !== "string" || !setup.events.some((event) => selects(pattern, event))) {
      throw new Error(`on("${pattern}"): there is no such event, so the whole module is refused`);
    }
    if (typeof hook !== "function") throw new TypeError(`on("${pattern}") needs a function`);
    if (matcher !== undefined && (matcher === null || typeof matcher !== "object")) {
      throw new TypeError(`on("${pattern}"): its matcher must be an object of fields`);
    }
    if (registrations.some((other) => other.pattern === pattern && other.hook === hook && stringify(describe(other.matcher)) === stringify(describe(matcher)))) {
      throw new Error(`on("${pattern}"): the same hook is registered twice`);
    }
    const registration = { number: registrations.length, pattern, matcher, hook, catcher: undefined };
    registrations.push(registration);
    return Object.freeze({
      catch(handler) {
        if (!registering) throw new Error(`.catch() of on("${pattern}") is called after register() has returned`);
        if (registration.catcher) throw new Error(`on("${pattern}") has a .catch() already`);
        if (pattern === "engine.create") throw new Error("engine.create has no .catch()");
        registration.catcher = handler;
      },
    });
  }

  // The chain

  /** The fields that a hook may not change, and those that it alone may change. */
  const PINNED = {
    "tool.call": ["tool", "tool_use_id", "agentId"],
    "classic.PreToolUse": ["tool", "tool_use_id", "agentId"],
    "prompt.submit": ["command", "isMeta", "origin", "agentId"],
    "command.run": ["command", "presentation", "agentId"],
    "session.compact": ["trigger", "agentId"],
    "tool.describe": ["provider", "mcpServer", "agentId"],
    "agent.spawn": ["tool_use_id", "provider", "parentModel", "agentId", "permissionMode", "fork", "name"],
  };
  const ALL_PINNED = new Set(["tool.check", "tool.run", "tool.judge"]);
  const ONLY = { "turn.step": ["model", "effort"], "session.append": ["message"] };

  /** What goes on with `next`: pinned fields are as they were. */
  function passed(event, e, given) {
    if (given === null || typeof given !== "object") throw new TypeError("next() needs the event: next(e), or next({ ...e, field })");
    const told = plainly(given);
    const pinned = ALL_PINNED.has(event)
      ? Object.keys({ ...e, ...told })
      : ONLY[event]
        ? Object.keys({ ...e, ...told }).filter((name) => !ONLY[event].includes(name))
        : [...(PINNED[event] ?? ["agentId"])];
    for (const name of pinned) {
      if (!(name in told)) {
        if (name in e) told[name] = e[name];
      } else if (stringify(told[name]) !== stringify(e[name])) {
        throw new Pinned(`it changed ${name}, which is pinned at ${event}`);
      }
    }
    return frozen(told);
  }

  class Pinned extends Error {}

  const DECISIONS = ["allow", "ask", "deny"];

  /** What is wrong with an answer; undefined if nothing is. */
  function flaw(event, answer) {
    if (event === "ui.render") return undefined;
    if (answer === undefined) return "it returned nothing";
    if (answer === null || typeof answer !== "object") return `it returned ${answer === null ? "null" : `a ${typeof answer}`}, which is no answer`;
    const one = (...names) => names.some((name) => answer[name] !== undefined);
    const text = (name) => answer[name] === undefined || typeof answer[name] === "string";
    switch (event) {
      case "tool.call":
      case "tool.run":
        if (!one("result", "deny", "isError", "ref")) return "its answer has none of result, isError and deny";
        if (!text("deny")) return "deny must be a text";
        return answer.context !== undefined && !Array.isArray(answer.context) ? "context must be a list of texts" : undefined;
      case "tool.check":
      case "tool.judge":
        return DECISIONS.includes(answer.decision) ? undefined : "its answer has no decision that is allow, ask or deny";
      case "classic.PreToolUse":
        return text("deny") && text("ask") ? undefined : "deny and ask must be texts";
      case "prompt.submit":
        return typeof answer.text === "string" || answer.drop !== undefined ? undefined : "its answer has neither text nor drop";
      case "session.compact":
        return Array.isArray(answer.messages) || answer.skip !== undefined ? undefined : "its answer has neither messages nor skip";
      case "session.append":
        return answer.message !== undefined || answer.deny !== undefined ? undefined : "its answer has no message";
      case "tool.describe":
        return typeof answer.description === "string" ? undefined : "its answer has no description";
      case "prompt.context":
        return Array.isArray(answer.blocks) ? undefined : "its answer has no blocks";
      case "prompt.compose":
        return Array.isArray(answer.sections) ? undefined : "its answer has no sections";
      default:
        return undefined;
    }
  }

  /**
   * The time that a hook itself takes; it stands still while others work for it. A timer is set only where the hook is not done
   * within a few turns of promises.
   */
  class Budget {
    constructor(ms, over) {
      Object.assign(this, { left: ms, ms, over, waiting: 0, since: Date.now(), timer: undefined });
    }
    async arm() {
      for (let turn = 0; turn < 4; turn++) await undefined;
      if (this.ended || this.waiting > 0 || this.timer !== undefined) return;
      this.timer = now("timer.start", { ms: Math.max(0, this.left) });
      timers.set(this.timer, () => this.over());
    }
    stop() {
      this.left = this.remaining;
      if (this.timer === undefined) return;
      now("timer.stop", { timer: this.timer });
      timers.delete(this.timer);
      this.timer = undefined;
    }
    async aside(work) {
      if (this.waiting++ === 0) this.stop();
      try {
        return await work;
      } finally {
        if (--this.waiting === 0 && !this.ended) {
          this.since = Date.now();
          this.arm();
        }
      }
    }
    end() {
      if (this.waiting === 0) this.stop();
      this.ended = true;
    }
    /** What is left, while the hook itself works. */
    get remaining() {
      return this.left - (Date.now() - this.since);
    }
  }

  const timers = new Map();

  class Overtime extends Error {}

  function within(ms, made) {
    let budget;
    const over = new Promise((_, reject) => {
      budget = new Budget(ms, () => reject(new Overtime(`it took more than ${ms / 1000} s of its own time`)));
    });
    over.catch(() => {});
    let answer;
    try {
      answer = made(budget);
    } catch (error) {
      answer = Promise.reject(error);
    }
    budget.arm();
    return Promise.race([answer, over]).finally(() => budget.end());
  }

  /**
   * Runs the hooks of an event.
   *
   * @param dispatch its number outside
   * @param skip the number of a registration that is not called
   * @param core what comes when all hooks have passed the event on
   * @param gate whether a failure before `next` stops it
   */
  async function chain({ dispatch, event, e, skip, gate, origin, signal }, core) {
    const links = registrations.filter((one) => one.number !== skip && isMeant(one, event, e));
    const trace = [];
    async function at(place, value) {
      if (place === links.length) return core(value);
      const registration = links[place];
      const begun = Date.now();
      const entry = { index: place, plugin: setup.plugin, tier: setup.tier, event, outcome: "returned", ms: 0, received: value };
      trace.push(entry);
      let calls = 0;
      let settled;
      let inner;
      const beneath = (budget) =>
        async (given, ...more) => {
          if (more.length > 0) throw new TypeError("next() takes the event alone");
          const down = passed(event, value, given);
          calls++;
          inner = budget.aside(at(place + 1, down));
          settled = await inner;
          return settled;
        };
      const face = (next, budget, more) =>
        Object.defineProperties(next, {
          signal: { get: () => signal },
          event: { value: event },
          origin: { value: origin ?? Object.freeze({ plugin: "engine", tier: "core" }) },
          trace: { get: () => trace.slice(place + 1) },
          budget: { get: () => ({ ms: budget.ms, remainingMs: budget.waiting > 0 ? budget.left : budget.remaining }) },
          is: { value: (pattern, what) => selects(pattern, event) && (what === undefined || what === value) },
          to: { value: async () => { throw new Error("next.to is for mods of an organisation, and is not there yet"); } },
          ...more,
        });
      const context = (budget) => dollar({ dispatch, registration: registration.number, budget });
      try {
        const answer = await within(OWN_MS, (budget) =>
          registration.hook(context(budget), value, face(beneath(budget), budget, {})),
        );
        const wrong = flaw(event, answer);
        if (wrong) throw new TypeError(wrong);
        if (calls > 0 && answer === settled) entry.outcome = "passed";
        else if (event !== "ui.render") plainly(answer);
        return answer;
      } catch (error) {
        entry.outcome = error instanceof Overtime ? "expired" : "rejected";
        entry.reason = words(error);
        if (registration.catcher) {
          try {
            const answer = await within(GRACE_MS, (budget) => {
              const replay = async (given) => {
                if (inner) return inner;
                const down = passed(event, value, given);
                inner = budget.aside(at(place + 1, down));
                return (settled = await inner);
              };
              const why = { kind: error instanceof Overtime ? "timeout" : "throw", message: words(error), budget: OWN_MS };
              return registration.catcher(context(budget), value, face(replay, budget, { error: { value: why }, called: { value: calls > 0 } }));
            });
            const wrong = flaw(event, answer);
            if (wrong) throw new TypeError(wrong);
            entry.outcome = "caught";
            return answer;
          } catch (again) {
            entry.reason = words(again);
          }
        }
        now("failed", { event, reason: entry.reason, after: calls > 0 }, dispatch);
        if (inner && !(error instanceof Pinned && calls === 0)) {
          entry.outcome = "kept";
          return inner;
        }
        if (gate) return refusal(event, `${setup.plugin}: its hook of ${event} failed: ${entry.reason}`);
        entry.outcome = "skipped";
        return at(place + 1, value);
      } finally {
        entry.ms = Date.now() - begun;
      }
    }
    const answer = await at(0, e);
    return { answer, trace };
  }

  function refusal(event, reason) {
    return event === "tool.check" ? { decision: "deny", reason, failed: true } : { deny: reason, failed: true };
  }

  // What a mod calls

  function dollar({ dispatch, registration, budget }) {
    const op = (name, value) => {
      const asked = request("call", { name, value, registration }, dispatch);
      return budget && name !== "clock.sleep" ? budget.aside(asked) : asked;
    };
    const at = (name, value) => now("call", { name, value, registration }, dispatch);
    const made = calls(op, at, dispatch);
    for (const [noun, methods] of nouns) made[noun] = methods;
    return Object.freeze(made);
  }

  const nouns = new Map();
  const callbacks = new Map();
  const drawn = new Map();

  function timed(every, ms, run) {
    if (typeof run !== "function") throw new TypeError(`$.clock.${every ? "every" : "after"} needs a function`);
    const timer = now("timer.start", { ms, every });
    timers.set(timer, () => {
      if (!every) timers.delete(timer);
      try {
        const returned = run();
        if (returned && typeof returned.then === "function") returned.then(undefined, (error) => now("failed", { event: "clock", reason: words(error), after: true }));
      } catch (error) {
        now("failed", { event: "clock", reason: words(error), after: true });
      }
    });
    return Object.freeze({
      cancel() {
        timers.delete(timer);
        now("timer.stop", { timer });
      },
    });
  }

  /** An argument of a call that may be left out or stand as an object. */
  const named = (name, value) => (value !== null && typeof value === "object" ? value : { [name]: value });

  function calls(op, at, dispatch) {
    const none = (name) => () => op(name, {});
    return {
      plugin: Object.freeze({ name: setup.plugin, root: setup.root }),
      ui: Object.freeze({
        log: (text, options) => at("ui.log", { text: String(text), to: options?.to ?? "transcript" }),
        toast: (text, options) => at("ui.toast", { text: String(text), timeoutMs: options?.timeoutMs ?? 4_000 }),
        status: (text) => at("ui.status", { text: text === undefined || text === null ? null : String(text) }),
        notice: (id, text) => at("ui.notice", { tool_use_id: id, text: text ?? null }),
        invalidate: (event) => at("ui.invalidate", { event: event ?? "ui.render" }),
        resolve: (e) => elements(e),
        ask: (question, given) => op("ui.ask", { question: String(question), ...(Array.isArray(given) ? { options: given } : given) }),
        notify: (text, options) => op("ui.notify", { text: String(text), ...options }),
        cancelNotify: (key) => op("ui.cancelNotify", { key }),
        open: (options) => op("ui.open", named("id", options)),
        close: (options) => op("ui.close", { ...named("id", options), origin: "plugin" }),
        panes: none("ui.panes"),
        place: (options) => op("ui.place", options),
        scroll: (options) => op("ui.scroll", options),
        focus: (options) => op("ui.focus", options),
        view: (options) => op("ui.view", options ?? {}),
        copy: (options) => op("ui.copy", named("text", options)),
        selection: none("ui.selection"),
        blit: (options) => op("ui.blit", options),
      }),
      theme: Object.freeze({ set: (value) => op("theme.set", value), clear: none("theme.clear") }),
      model: Object.freeze({
        complete: (value) => op("model.complete", value),
        fork: (value) => op("model.fork", value),
        classify: (text, labels, options) => op("model.classify", { text, labels, ...options }),
      }),
      session: Object.freeze({
        messages: (value) => op("session.messages", value ?? {}),
        usage: (value) => op("session.usage", value ?? {}),
        compact: (value) => op("session.compact", value ?? {}),
        append: (value) => op("session.append", value),
        send: (value) => op("session.send", value),
        ...Object.fromEntries(
          ["cwd", "root", "model", "turns", "id", "repo", "surfaces", "surface", "version", "info", "authorize", "identity"].map((name) => [
            name,
            none(`session.${name}`),
          ]),
        ),
      }),
      turn: Object.freeze({ abort: (value) => op("turn.abort", value ?? {}) }),
      prompt: Object.freeze({
        submit: (value) => op("prompt.submit", named("text", value)),
        read: none("prompt.read"),
        fill: (value) => op("prompt.fill", named("text", value)),
        suggest: (value) => op("prompt.suggest", named("text", value)),
        paint: (value) => op("prompt.paint", value ?? {}),
        media: (value) => op("prompt.media", value ?? {}),
        compose: (value) => op("prompt.compose", value ?? {}),
      }),
      tool: Object.freeze({
        list: none("tool.list"),
        call: (value) => op("tool.call", value),
        check: (value) => op("tool.check", value),
        register: (value) => op("tool.register", value),
      }),
      command: Object.freeze({
        list: none("command.list"),
        run: (value) => op("command.run", value),
        register: (value) => op("command.register", value),
      }),
      config: Object.freeze({ list: none("config.list"), set: (value) => op("config.set", value) }),
      agent: Object.freeze({
        spawn: (value) => op("agent.spawn", value),
        call: (value) => op("agent.call", value),
        list: none("agent.list"),
        limits: none("agent.limits"),
        register: (value) => op("agent.register", value),
      }),
      fs: Object.freeze({
        read: (path, options) => op("fs.read", { path: String(path), as: options?.as ?? "text", ...options }),
        write: (path, text) => op("fs.write", { path: String(path), text: String(text) }),
        list: (path) => op("fs.list", { path: String(path ?? ".") }),
        exists: (path) => op("fs.exists", { path: String(path) }),
        stat: (path, options) => op("fs.stat", { path: String(path), resolve: options?.resolve ?? false }),
        ancestors: (value) => op("fs.ancestors", value),
      }),
      store: Object.freeze({
        get: (key) => op("store.get", { key }),
        set: (key, value) => op("store.set", { key, value }),
        delete: (key) => op("store.delete", { key }),
        keys: none("store.keys"),
      }),
      state: Object.freeze({
        get: async (ref) => watched(ref, await op("state.get", { ref })),
        set: (ref, value, options) => op("state.set", { ref, value, ...options }),
      }),
      clock: Object.freeze({
        now: async () => now("clock.now"),
        sleep: (ms) => op("clock.sleep", { ms }),
        after: (ms, run) => timed(false, ms, run),
        every: (ms, run) => timed(true, ms, run),
      }),
      http: Object.freeze({ fetch: (url, init) => op("http.fetch", { url: String(url), init: init ?? {} }) }),
      process: Object.freeze({
        run: (argv, init) => op("process.run", { argv, init: init ?? {} }),
        spawn: (value) => op("process.spawn", value),
        hookEnv: none("process.hookEnv"),
      }),
      settings: Object.freeze({ read: (value) => op("settings.read", value ?? {}) }),
      env: Object.freeze({ get: (name) => op("env.get", { name }), set: (name, value) => op("env.set", { name, value }) }),
      mcp: Object.freeze({
        call: (server, tool, args) => op("mcp.call", { server, tool, args: args ?? {} }),
        connect: (server) => op("mcp.connect", { server }),
      }),
      audio: Object.freeze({ play: (value) => op("audio.play", value), speak: (text) => op("audio.speak", { text }) }),
      telemetry: Object.freeze({ log: (value) => op("telemetry.log", value), mark: (value) => op("telemetry.mark", value) }),
      wasm: Object.freeze({ compile: (value) => op("wasm.compile", value) }),
    };
    function watched(ref, got) {
      const drawing = drawn.get(dispatch);
      if (drawing) drawing.add(`${ref.plugin ?? setup.plugin} ${ref.key} ${ref.id ?? ""}`);
      return got;
    }
  }

  // Drawing: a tree of plain values, in which functions are numbers

  const Fragment = Symbol("Fragment");

  function h(type, props, ...children) {
    const { children: given, ...rest } = props ?? {};
    const all = (children.length > 0 ? children : given === undefined ? [] : [given]).flat(Infinity);
    if (typeof type === "function") return type({ ...rest, children: all });
    return { type: type === Fragment ? "Fragment" : type, props: rest, children: all.filter((one) => one !== null && one !== undefined && typeof one !== "boolean") };
  }

  const ELEMENTS = ["Box", "Text", "Button", "Input", "Select", "Link", "Code", "Markdown", "Progress", "Client", "Raster", "Image"];

  function elements() {
    return Object.freeze(Object.fromEntries(ELEMENTS.map((name) => [name, name])));
  }

  /** The tree as it is drawn outside, with a number for each function in it. */
  function tree(node, under, path) {
    if (node === null || node === undefined || typeof node === "boolean") return null;
    if (typeof node === "string" || typeof node === "number") return String(node);
    if (Array.isArray(node)) return { type: "Fragment", props: {}, children: node.map((one, index) => tree(one, under, `${path}.${index}`)).filter((one) => one !== null) };
    if (node.type === "engine") return node;
    if (typeof node.type !== "string") throw new TypeError(`a tree holds ${describe(node.type)}, which is no element of $.ui.resolve(e)`);
    if (node.type !== "Fragment" && !ELEMENTS.includes(node.type)) throw new TypeError(`there is no element ${node.type} on a terminal`);
    const props = {};
    for (const [name, value] of Object.entries(node.props ?? {})) {
      if (typeof value === "function") {
        const key = `${under}\u0000${node.props.key ?? path}\u0000${name}`;
        callbacks.set(key, value);
        props[name] = { callback: key };
      } else if (value !== undefined) props[name] = plainly(value);
    }
    return { type: node.type, props, children: (node.children ?? []).map((one, index) => tree(one, under, `${path}.${index}`)).filter((one) => one !== null) };
  }

  // The library

  const atomOf = (ref, initial) => Object.freeze({ kind: "atom", ref: Object.freeze({ ...ref }), initial: frozen(plainly(initial)) });
  const library = {
    atom: (ref, initial) => atomOf(ref, initial),
    derive: (sources, make) => Object.freeze({ kind: "derived", sources: Array.isArray(sources) ? [...sources] : { ...sources }, make }),
    memberOf: (family, e) => atomOf({ ...(family.ref ?? family), id: typeof e === "string" ? e : (e?.agentId ?? e?.requestId ?? e?.id ?? "") }, family.initial),
    async read($, what) {
      if (what?.kind === "derived") {
        if (Array.isArray(what.sources)) return what.make(...(await Promise.all(what.sources.map((one) => library.read($, one)))));
        const values = {};
        for (const [name, one] of Object.entries(what.sources)) values[name] = await library.read($, one);
        return what.make(values);
      }
      const ref = what?.ref ?? what;
      const { value } = await $.state.get(ref);
      return value === undefined || value === null ? what?.initial : value;
    },
    async update($, what, change) {
      const ref = what?.ref ?? what;
      for (let tries = 0; tries < 20; tries++) {
        const { value, version } = await $.state.get(ref);
        const next = await change(value === undefined || value === null ? what?.initial : value);
        const { isSet } = await $.state.set(ref, next, { ifVersion: version });
        if (isSet) return next;
      }
      throw new Error("a value of $.state is written over again and again");
    },
  };

  // Modules

  const defined = new Map();
  const loaded = new Map();

  function required(from, name) {
    if (name === "claude-code") return Object.assign({ __esModule: true }, library);
    const path = defined.get(from).imports[name];
    if (path === undefined) throw new Error(`${name} cannot be imported: a mod imports files of its plugin, and claude-code`);
    return run(path);
  }

  function run(path) {
    const known = loaded.get(path);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    const react = { createElement: h, Fragment };
    defined.get(path).code.call(undefined, module.exports, (name) => required(path, name), module, path, react, h, Fragment);
    return module.exports;
  }

  // What the process outside calls

  const doors = {
    async start(given) {
      setup = frozen(given);
      const module = run(setup.module);
      if (typeof module.register !== "function") throw new Error("it exports no function register(on, options)");
      await module.register(on, setup.options);
      registering = false;
      return registrations.map(({ number, pattern, matcher, catcher }) => ({
        number,
        pattern,
        ...(matcher === undefined ? {} : { matcher: describe(matcher) }),
        hasCatch: catcher !== undefined,
      }));
    },
    /** Whether some hook is meant by an event. */
    async dispatch({ dispatch, event, e, skip, gate, origin, core, drawing }) {
      const controller = new AbortController();
      controllers.set(dispatch, controller);
      if (drawing) drawn.set(dispatch, new Set());
      try {
        const { answer, trace } = await chain({ dispatch, event, e: frozen(e), skip, gate, origin, signal: controller.signal }, (down) =>
          core ? request("next", { e: down }, dispatch).then(frozen) : undefined,
        );
        const told = drawing ? tree(answer, drawing, "0") : plainly(answer);
        return { answer: told ?? null, trace, watches: drawing ? [...drawn.get(dispatch)] : undefined };
      } finally {
        controllers.delete(dispatch);
        drawn.delete(dispatch);
      }
    },
    async callback({ key, values, dispatch }) {
      const run = callbacks.get(key);
      if (run) await within(OWN_MS, (budget) => run(...values, dollar({ dispatch, budget })));
      return null;
    },
    forget({ prefix }) {
      for (const key of callbacks.keys()) if (key.startsWith(`${prefix}\u0000`)) callbacks.delete(key);
      return null;
    },
  };

  const controllers = new Map();

  // The few parts of the web that a mod may use

  class AbortSignal {
    constructor() {
      Object.assign(this, { aborted: false, reason: undefined, onabort: null });
      Object.defineProperty(this, "listeners", { value: new Set() });
    }
    addEventListener(type, listener) {
      if (type === "abort") this.listeners.add(listener);
    }
    removeEventListener(type, listener) {
      this.listeners.delete(listener);
    }
    throwIfAborted() {
      if (this.aborted) throw this.reason;
    }
    static abort(reason) {
      const controller = new AbortController();
      controller.abort(reason);
      return controller.signal;
    }
    static timeout(ms) {
      const controller = new AbortController();
      timed(false, ms, () => controller.abort(new Error("TimeoutError")));
      return controller.signal;
    }
    static any(signals) {
      const controller = new AbortController();
      for (const one of signals) {
        if (one.aborted) controller.abort(one.reason);
        else one.addEventListener("abort", () => controller.abort(one.reason));
      }
      return controller.signal;
    }
  }

  class AbortController {
    constructor() {
      this.signal = new AbortSignal();
    }
    abort(reason = new Error("AbortError")) {
      const { signal } = this;
      if (signal.aborted) return;
      Object.assign(signal, { aborted: true, reason });
      signal.onabort?.({ type: "abort" });
      for (const listener of signal.listeners) (listener.handleEvent ?? listener).call(listener, { type: "abort" });
    }
  }

  class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(text = "") {
      const bytes = unescape(encodeURIComponent(String(text).toWellFormed()));
      return Uint8Array.from(bytes, (one) => one.charCodeAt(0));
    }
  }

  class TextDecoder {
    get encoding() {
      return "utf-8";
    }
    decode(bytes = new Uint8Array()) {
      return now("web.utf8", { base64: base64Of(new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength)) });
    }
  }

  const base64Of = (bytes) => now("web.base64", { binary: Array.from(bytes, (one) => String.fromCharCode(one)).join("") });
  const bytesOf = (base64) => Uint8Array.from(now("web.binary", { base64 }), (one) => one.charCodeAt(0));

  class URLSearchParams {
    constructor(given = "") {
      Object.defineProperty(this, "list", { value: [] });
      if (typeof given === "string") {
        for (const pair of given.replace(/^\?/, "").split("&").filter(Boolean)) {
          const [name, ...value] = pair.split("=");
          this.list.push([unplus(name), unplus(value.join("="))]);
        }
      } else for (const [name, value] of typeof given[Symbol.iterator] === "function" ? given : Object.entries(given)) this.append(name, value);
    }
    append(name, value) {
      this.list.push([String(name), String(value)]);
    }
    delete(name) {
      this.list.splice(0, this.list.length, ...this.list.filter(([other]) => other !== name));
    }
    set(name, value) {
      this.delete(name);
      this.append(name, value);
    }
    get(name) {
      return this.list.find(([other]) => other === name)?.[1] ?? null;
    }
    getAll(name) {
      return this.list.filter(([other]) => other === name).map(([, value]) => value);
    }
    has(name) {
      return this.list.some(([other]) => other === name);
    }
    entries() {
      return this.list[Symbol.iterator]();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return this.list.map((pair) => pair.map((one) => encodeURIComponent(one).replaceAll("%20", "+")).join("=")).join("&");
    }
  }

  const unplus = (text) => {
    try {
      return decodeURIComponent(text.replaceAll("+", " "));
    } catch {
      return text;
    }
  };

  class URL {
    constructor(url, base) {
      Object.assign(this, now("web.url", { url: String(url), base: base === undefined ? null : String(base) }));
      this.searchParams = new URLSearchParams(this.search);
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
  }

  const performance = Object.freeze({ now: () => now("clock.read") });
  const digests = { digest: async (name, data) => bytesOf(now("web.digest", { name: String(name?.name ?? name), base64: base64Of(new Uint8Array(data.buffer ?? data)) })).buffer };
  const crypto = Object.freeze({
    subtle: Object.freeze(digests),
    randomUUID: () => now("web.uuid"),
    getRandomValues(array) {
      array.set(bytesOf(now("web.random", { count: array.length })));
      return array;
    },
  });
  const printed = (...values) => now("print", { text: values.map((one) => (typeof one === "string" ? one : stringify(one))).join(" ") });
  const console = Object.freeze(Object.fromEntries(["log", "info", "debug", "warn", "error"].map((name) => [name, printed])));
  const clone = (value, seen = new Map()) => {
    if (typeof value === "function" || typeof value === "symbol") throw new TypeError("it cannot be cloned");
    if (value === null || typeof value !== "object") return value;
    if (seen.has(value)) return seen.get(value);
    if (value instanceof Date) return new Date(value);
    if (value instanceof RegExp) return new RegExp(value.source, value.flags);
    const copy = value instanceof Map ? new Map() : value instanceof Set ? new Set() : Array.isArray(value) ? [] : {};
    seen.set(value, copy);
    if (value instanceof Map) for (const [name, one] of value) copy.set(clone(name, seen), clone(one, seen));
    else if (value instanceof Set) for (const one of value) copy.add(clone(one, seen));
    else for (const name of Object.keys(value)) copy[name] = clone(value[name], seen);
    return copy;
  };
  delete globalThis.WebAssembly;
  Object.assign(globalThis, {
    AbortController,
    AbortSignal,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    atob: (text) => now("web.binary", { base64: String(text) }),
    btoa: (text) => now("web.base64", { binary: String(text) }),
    console,
    crypto,
    h,
    Fragment,
    performance,
    structuredClone: (value) => clone(value),
  });

  return Object.freeze({
    /** A file of the plugin: its code as a function, and what its imports mean. */
    define(path, code, imports) {
      defined.set(path, { code, imports: parse(imports) });
    },
    /** Begins something that the process outside wants; it is told when that is done. */
    enter(text) {
      const { id, door, value } = parse(text);
      Promise.resolve()
        .then(() => doors[door](value))
        .then(
          (answer) => ask(stringify({ op: "done", now: true, value: { id, answer: answer ?? null } })),
          (error) => ask(stringify({ op: "done", now: true, value: { id, error: { message: words(error), stack: String(error?.stack ?? "") } } })),
        );
    },
    /** The answer to something that was asked. */
    deliver(text) {
      const { id, value, error } = parse(text);
      const waiting = pending.get(id);
      pending.delete(id);
      if (!waiting) return;
      if (error === undefined) waiting.resolve(value);
      else waiting.reject(Object.assign(new Error(error.message), error.code === undefined ? {} : { code: error.code }));
    },
    tick(timer) {
      timers.get(timer)?.();
    },
    abort(dispatch) {
      controllers.get(dispatch)?.abort();
    },
  });
});
