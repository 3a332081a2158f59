// What mods call. Files and programs are asked about like calls of tools: whatever rules, modes and gates say of those holds here.
import fs from "node:fs";
import path from "node:path";
import { request, tell } from "./channel.mjs";
import { makeContext } from "./context.mjs";
import { textOf } from "./mod-tools.mjs";

const MOST = 4 << 20;
const OTHER = "other";
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The context of a call: that of the event it is made in, or of the session. */
export function contextOf(mod, under) {
  return under?.ctx ?? (mod.idle ??= makeContext(mod.extension, { id: null, signal: new AbortController().signal }));
}

const from = (mod) => ({ instance: mod.extension.instance, call: null });

/** Throws unless every gate lets such a call of a tool pass. */
export async function allowed(mod, tool, input) {
  const why = await request("tool.check", from(mod), [tool, input]);
  if (why !== null && why !== undefined) throw Object.assign(new Error(why), { code: "EPERM" });
}

const cwd = (mod, under) => contextOf(mod, under).cwd;
const real = (mod, under, file) => path.resolve(cwd(mod, under), file);

function stats(file, link) {
  const stat = fs.statSync(file);
  return { kind: stat.isDirectory() ? "directory" : stat.isFile() ? "file" : OTHER, size: stat.size, mtimeMs: stat.mtimeMs, isLink: link };
}

function isLink(file) {
  return fs.lstatSync(file).isSymbolicLink();
}

function read(file, { as, offset = 0, length = MOST }) {
  const bytes = Buffer.alloc(Math.min(MOST, Math.max(0, length)));
  const opened = fs.openSync(file, "r");
  try {
    if (fs.fstatSync(opened).isDirectory()) throw Object.assign(new Error(`EISDIR: ${file} is a folder`), { code: "EISDIR" });
    if (as === "text" && length === MOST && fs.fstatSync(opened).size - offset > MOST) throw new Error(`${file} is larger than 4 MiB; read it in parts`);
    const count = fs.readSync(opened, bytes, 0, bytes.length, offset);
    const content = bytes.subarray(0, count);
    return as === "bytes" ? { base64: content.toString("base64") } : content.toString("utf8");
  } finally {
    fs.closeSync(opened);
  }
}

/** What a mod keeps across sessions: one private file for each plugin. */
class Store {
  constructor(file) {
    this.file = file;
  }
  all() {
    try {
      return new Map(Object.entries(JSON.parse(fs.readFileSync(this.file, "utf8"))));
    } catch (error) {
      if (error.code === "ENOENT") return new Map();
      throw error;
    }
  }
  change(action) {
    const values = this.all();
    action(values);
    const text = JSON.stringify(Object.fromEntries(values));
    if (text.length > MOST) throw new Error("the store of a plugin holds at most 4 MiB");
    fs.mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const fresh = `${this.file}.${process.pid}`;
    fs.writeFileSync(fresh, text, { mode: 0o600 });
    fs.renameSync(fresh, this.file);
  }
}

/** Values of sessions; they outlive a reload of the mod. */
const states = new Map();
const stateListeners = new Set();

export function onState(listener) {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

function stateKey(mod, under, { plugin, key, id }) {
  return `${contextOf(mod, under).sessionManager.getSessionId()}\u0000${plugin ?? mod.plugin}\u0000${key}\u0000${id ?? ""}`;
}

async function runProgram(mod, { argv, init }, under) {
  if (!Array.isArray(argv) || argv.length === 0) throw new TypeError("$.process.run needs a list of words");
  const words = argv.map(String);
  const folder = init.cwd === undefined ? cwd(mod, under) : real(mod, under, init.cwd);
  await allowed(mod, "bash", { command: (init.cwd === undefined ? "" : `cd ${quoted(folder)} && `) + words.map(quoted).join(" ") });
  const variables = Object.entries(init.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const inner = variables.length > 0 ? ["env", ...variables, ...words] : words;
  const command = init.stdin === undefined ? inner : ["sh", "-c", 'printf %s "$0" | "$@"', String(init.stdin), ...inner];
  const timeout = Math.min(600_000, init.timeoutMs ?? 30_000);
  const ended = await mod.extension.api.exec(command[0], command.slice(1), { cwd: folder, timeout, maxBuffer: MOST });
  if (ended.killed) throw new Error(`${words[0]} was ended: it took longer than ${timeout / 1_000} s`);
  return { exitCode: ended.code, stdout: ended.stdout, stderr: ended.stderr, isStdoutTruncated: ended.truncated, isStderrTruncated: ended.truncated };
}

async function fetched({ url, init }) {
  const { method, headers, body } = init;
  const sent = body !== null && typeof body === "object" ? Buffer.from(body.base64 ?? "", "base64") : body;
  const answer = await fetch(url, { method, headers, body: sent });
  return { status: answer.status, ok: answer.ok, headers: Object.fromEntries(answer.headers), text: await answer.text() };
}

async function ask(mod, { question, options, header, multiSelect }, under) {
  const ctx = contextOf(mod, under);
  if (!ctx.hasUI) throw new Error("nobody can be asked here");
  if (multiSelect) throw new Error("$.ui.ask with multiSelect is not here");
  const labels = (options ?? []).map((one) => (typeof one === "string" ? one : one.label));
  const title = header ? `${header}: ${question}` : question;
  const answer = labels.length > 0 ? await ctx.ui.select(title, labels) : await ctx.ui.input(title);
  if (answer === undefined || answer === null) throw new Error("the question was dismissed");
  return answer;
}

function usageOf(usage) {
  return {
    input_tokens: usage?.input ?? 0,
    output_tokens: usage?.output ?? 0,
    cache_creation_input_tokens: usage?.cacheWrite ?? 0,
    cache_read_input_tokens: usage?.cacheRead ?? 0,
  };
}

export function sumOf(messages) {
  const sum = usageOf();
  for (const { role, usage } of messages) {
    if (role === "assistant") for (const [name, count] of Object.entries(usageOf(usage))) sum[name] += count;
  }
  return sum;
}

const written = (prompt) => (typeof prompt === "string" ? prompt : (prompt ?? []).map(({ text }) => text).join("\n\n"));

async function complete(mod, under, { model, prompt, system, maxTokens, effort }, before) {
  const ctx = contextOf(mod, under);
  const registry = ctx.modelRegistry;
  const chosen = (model && registry.getAvailable().find(({ id }) => id === model || id.includes(model))) || ctx.model;
  if (!chosen) return { isAnswered: false, reason: "api-error", error: "no model is selected", usage: usageOf() };
  const messages = [...before, { role: "user", content: written(prompt), timestamp: Date.now() }];
  try {
    const answer = await registry.complete(chosen, { systemPrompt: system ? written(system) : undefined, messages }, { maxTokens, reasoning: effort });
    const text = textOf(answer.content);
    const usage = usageOf(answer.usage);
    if (answer.stopReason === "error") return { isAnswered: false, reason: "api-error", error: answer.errorMessage, usage };
    if (answer.stopReason === "aborted") return { isAnswered: false, reason: "aborted", usage };
    return text ? { isAnswered: true, text, usage, effort } : { isAnswered: false, reason: "empty-reply", usage };
  } catch (error) {
    return { isAnswered: false, reason: "api-error", error: String(error?.message ?? error), usage: usageOf() };
  }
}

export function messagesOf(list) {
  return list.flatMap((message) => {
    if (message.role !== "user" && message.role !== "assistant") return [];
    const blocks = Array.isArray(message.content) ? message.content : [];
    const toolUses = blocks.filter(({ type }) => type === "toolCall").map(({ id, name, arguments: input }) => ({ id, name, input }));
    return [{ role: message.role, text: textOf(message.content), toolUses }];
  });
}

function repository(folder) {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) {
      let remote = null;
      try {
        remote = /\[remote "origin"\][^[]*?\burl\s*=\s*(.+)/.exec(fs.readFileSync(path.join(at, ".git", "config"), "utf8"))?.[1].trim() ?? null;
      } catch {
        // A worktree has its configuration elsewhere.
      }
      return { root: at, remote, internal: false, name: path.basename(at) };
    }
    if (path.dirname(at) === at) return null;
  }
}

function ancestors(mod, { names, of, below }, under) {
  const found = [];
  const end = below === undefined ? undefined : real(mod, under, below);
  for (let at = of === undefined ? cwd(mod, under) : real(mod, under, of); ; at = path.dirname(at)) {
    for (const name of names ?? []) {
      const file = path.join(at, name);
      if (fs.existsSync(file)) found.push(file);
    }
    if (at === end || path.dirname(at) === at) return found;
  }
}

function usageNow(mod, under) {
  const used = contextOf(mod, under).getContextUsage();
  const context = { window: used?.contextWindow ?? 0, ...(used?.tokens == null ? {} : { tokens: used.tokens, percent: used.percent ?? 0 }) };
  return { startedAt: mod.startedAt ?? Date.now(), context, rateLimits: [] };
}

function registerCommand(mod, { name, description, argumentHint }) {
  if (typeof name !== "string" || !/^[\w:.-]+$/.test(name)) throw new Error(`a command needs a name of letters, digits, - and _, not ${name}`);
  if (!mod.commands.has(name)) {
    const shown = argumentHint ? `${description ?? ""} (${argumentHint})` : (description ?? "");
    mod.extension.api.registerCommand(name, { description: shown, handler: (args, ctx) => mod.command(name, args, ctx) });
  }
  mod.commands.set(name, { name, description: description ?? "", source: "plugin", plugin: mod.plugin });
  return { command: name };
}

function registerTool(mod, { name, description, inputSchema }) {
  const tool = `mcp__${mod.plugin}__${name}`;
  mod.served.add(tool);
  mod.extension.api.registerTool({
    name: tool,
    label: name,
    description: description ?? "",
    parameters: inputSchema ?? { type: "object", properties: {} },
    execute: (id, input, _, __, ctx) => mod.serve(tool, id, input, ctx),
  });
  return { tool };
}

const toolInfo = (mod) => (tool) => ({
  name: mod.tools.name(tool.name),
  description: tool.description ?? "",
  mcp: tool.name.startsWith("mcp__"),
  inputSchema: tool.parameters,
});

/** Each call: what it does, with the argument object, the mod, and the event in which it is made. */
const ANSWERS = {
  "ui.ask": (mod, e, under) => ask(mod, e, under),
  "ui.notify": (mod, { text }, under) => (contextOf(mod, under).ui.notify(text, "info"), { isSent: true, channel: "terminal" }),
  "ui.cancelNotify": () => null,
  "store.get": (mod, { key }) => new Store(mod.store).all().get(key),
  "store.set": (mod, { key, value }) => new Store(mod.store).change((values) => (value === undefined ? values.delete(key) : values.set(key, value))),
  "store.delete": (mod, { key }) => new Store(mod.store).change((values) => values.delete(key)),
  "store.keys": (mod) => [...new Store(mod.store).all().keys()],
  "state.get": (mod, { ref }, under) => states.get(stateKey(mod, under, ref)) ?? { version: 0 },
  "state.set": (mod, { ref, value, ifVersion }, under) => {
    if ((ref.plugin ?? mod.plugin) !== mod.plugin) throw new Error(`only ${ref.plugin} writes its values`);
    const key = stateKey(mod, under, ref);
    const version = states.get(key)?.version ?? 0;
    if (ifVersion !== undefined && ifVersion !== version) return { isSet: false, version };
    states.set(key, { value, version: version + 1 });
    for (const listener of stateListeners) listener(`${mod.plugin} ${ref.key} ${ref.id ?? ""}`);
    return { isSet: true, version: version + 1 };
  },
  "clock.sleep": (_, { ms }) => new Promise((resolve) => setTimeout(resolve, ms)),
  "process.run": (mod, e, under) => runProgram(mod, e, under),
  "fs.read": async (mod, e, under) => {
    const file = real(mod, under, e.path);
    await allowed(mod, "read", { path: file });
    return read(file, e);
  },
  "fs.write": async (mod, e, under) => {
    const file = real(mod, under, e.path);
    await allowed(mod, "write", { path: file, content: e.text });
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, e.text);
  },
  "fs.list": async (mod, e, under) => {
    const folder = real(mod, under, e.path);
    await allowed(mod, "ls", { path: folder });
    return fs.readdirSync(folder).map((name) => {
      const file = path.join(folder, name);
      const link = isLink(file);
      return fs.existsSync(file) ? { name, ...stats(file, link) } : { name, kind: OTHER, size: 0, mtimeMs: 0, isLink: link };
    });
  },
  "fs.exists": (mod, e, under) => fs.existsSync(real(mod, under, e.path)),
  "fs.stat": (mod, e, under) => {
    const file = real(mod, under, e.path);
    return { ...stats(file, isLink(file)), ...(e.resolve ? { realPath: fs.realpathSync(file) } : {}) };
  },
  "fs.ancestors": (mod, e, under) => ancestors(mod, e, under),
  "env.get": (_, { name }) => process.env[name],
  "env.set": (mod, { name, value }) => {
    if (value === undefined || value === null) delete process.env[name];
    else process.env[name] = String(value);
    tell("variables", from(mod), [{ [name]: String(value ?? "") }]);
    return {};
  },
  "http.fetch": (_, e) => fetched(e),
  "settings.read": (mod, { key }) => {
    const settings = mod.extension.api.getSettings();
    return key === undefined ? settings : settings[key];
  },
  "session.cwd": (mod, _, under) => cwd(mod, under),
  "session.root": (mod, _, under) => repository(cwd(mod, under))?.root ?? cwd(mod, under),
  "session.id": (mod, _, under) => contextOf(mod, under).sessionManager.getSessionId(),
  "session.model": (mod, _, under) => contextOf(mod, under).model?.id ?? null,
  "session.turns": (mod, _, under) => contextOf(mod, under).messages.filter(({ role }) => role === "user").length,
  "session.messages": (mod, { last }, under) => {
    const all = messagesOf(contextOf(mod, under).messages);
    return last === undefined ? all.slice(-4096) : all.slice(-last);
  },
  "session.repo": (mod, _, under) => repository(cwd(mod, under)),
  "session.surface": (mod, _, under) => (contextOf(mod, under).mode === "tui" ? "terminal" : null),
  "session.surfaces": (mod, _, under) => (contextOf(mod, under).mode === "tui" ? ["terminal"] : []),
  "session.usage": (mod, _, under) => usageNow(mod, under),
  "session.version": (mod) => ({ version: mod.version, base: mod.version }),
  "session.info": (mod, _, under) => ({ transcriptPath: contextOf(mod, under).sessionFile ?? "", platform: process.platform, isHosted: false }),
  "session.compact": (mod, { instructions }, under) =>
    new Promise((resolve, reject) =>
      contextOf(mod, under).compact({ customInstructions: instructions, onComplete: (result) => resolve({ messages: [], ...result }), onError: reject }),
    ),
  "turn.abort": (mod, _, under) => (contextOf(mod, under).abort(), {}),
  "prompt.read": (mod, _, under) => {
    const text = contextOf(mod, under).ui.getEditorText();
    return { text, cursor: text.length };
  },
  "prompt.fill": (mod, { text, mode }, under) => {
    const ctx = contextOf(mod, under);
    if (ctx.mode !== "tui") return { isFilled: false, refusal: "no_composer", text: "", cursor: 0 };
    const filled = mode === "append" ? ctx.ui.getEditorText() + text : text;
    if (mode === "insert") ctx.ui.pasteToEditor(text);
    else ctx.ui.setEditorText(filled);
    return { isFilled: true, text: filled, cursor: filled.length };
  },
  "prompt.suggest": () => ({ isShown: false }),
  "prompt.submit": (mod, { text }) => (mod.extension.api.sendUserMessage(text, { deliverAs: "followUp" }), { text }),
  "tool.list": (mod) => mod.extension.api.getAllTools().map(toolInfo(mod)),
  "tool.register": (mod, e) => registerTool(mod, e),
  "tool.check": async (mod, { tool, input }) => {
    const own = mod.tools.own(tool);
    const why = await request("tool.check", from(mod), [own, mod.tools.arguments(own, {}, undefined, input ?? {})]);
    return why === null || why === undefined ? { decision: "allow" } : { decision: "deny", reason: why };
  },
  "tool.call": async (mod, { tool, consent, ...input }) => {
    const own = mod.tools.own(tool);
    const { text, isError } = await request("tool.call", from(mod), [own, mod.tools.arguments(own, {}, undefined, input)]);
    return { result: text, text, ...(isError ? { isError: true } : {}) };
  },
  "mcp.call": async (mod, { server, tool, args }) => {
    const { text, isError } = await request("tool.call", from(mod), [`mcp__${server}__${tool}`, args]);
    return { content: [{ type: "text", text }], isError };
  },
  "command.list": (mod) => mod.extension.api.getCommands().map(({ name, description, source }) => ({ name, description: description ?? "", source })),
  "command.register": (mod, e) => registerCommand(mod, e),
  "command.run": async (mod, { command, args }, under) => {
    if (!mod.commands.has(command)) throw new Error(`$.command.run runs commands of the own plugin, and /${command} is none`);
    return mod.commandRun(command, args ?? "", contextOf(mod, under));
  },
  "model.complete": (mod, e, under) => complete(mod, under, e, []),
  "model.fork": (mod, e, under) => {
    const ctx = contextOf(mod, under);
    const before = ctx.messages;
    if (before.length === 0) return { isAnswered: false, reason: "nothing-to-fork", usage: usageOf() };
    return complete(mod, under, { ...e, model: undefined, system: ctx.getSystemPrompt() }, before);
  },
  "agent.list": (mod) => [...mod.agents.values()],
  "config.list": () => [],
  // Not here, each in its own words.
  "ui.copy": () => ({ isCopied: false, reason: "there is no clipboard here" }),
};

/** Calls that nothing here can answer; a mod that makes one is told so. */
const NOT_HERE =
  "model.classify audio.play audio.speak mcp.connect session.authorize session.identity session.send session.append prompt.paint prompt.media" +
  " agent.limits agent.register agent.call agent.spawn config.set ui.open ui.close ui.panes ui.place ui.view ui.selection ui.blit ui.scroll ui.focus" +
  " theme.set theme.clear process.spawn process.hookEnv wasm.compile telemetry.log telemetry.mark prompt.compose";

/** Calls that are answered at once. */
const AT_ONCE = {
  "ui.log": (mod, { text, to }, under) => {
    if (to === "debug") console.error(`${mod.plugin}: ${text.slice(0, 2_000)}`);
    else contextOf(mod, under).ui.notify(text.slice(0, 2_000), "info");
  },
  "ui.toast": (mod, { text }, under) => contextOf(mod, under).ui.notify(text.slice(0, 2_000), "info"),
  "ui.status": (mod, { text }, under) => contextOf(mod, under).ui.setStatus(`mod ${mod.plugin}`, text === null ? undefined : text.slice(0, 2_000)),
  "ui.notice": (mod, { text }, under) => text !== null && contextOf(mod, under).ui.notify(text, "info"),
  "ui.invalidate": () => {},
};

/** The names of all calls; hooks may stand above each. */
export const CALLS = new Set([...Object.keys(ANSWERS), ...Object.keys(AT_ONCE), ...NOT_HERE.split(" "), "clock.now", "clock.after", "clock.every"]);

export async function answered(mod, name, e, under) {
  const answer = ANSWERS[name];
  if (!answer) throw new Error(`$.${name} is not here: Pawl has nothing that could answer it`);
  return answer(mod, e, under);
}

export function nowAnswered(mod, name, e, under) {
  return AT_ONCE[name](mod, e, under) || undefined;
}

/** Whether a call can be answered here. */
export const isAnswered = (name) => name in ANSWERS || name in AT_ONCE || name.startsWith("clock.");
