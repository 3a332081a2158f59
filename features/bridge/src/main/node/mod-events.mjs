// The events of mods, mapped onto Pawl's. What a mod does around something, before and after it called `next`, begins at one
// event of Pawl's and ends at another.
import { contextOf, isAnswered, messagesOf, sumOf } from "./mod-calls.mjs";
import { answerText, patchOf, resultOf, textOf } from "./mod-tools.mjs";

/** Calls that are only asked about: mods are not asked about what mods call. */
const ASKED = "check-";
const isAsked = (event) => event.parentToolCallId?.startsWith(ASKED);

/** What has begun and not ended, by the id of the call; in the order in which the mods were called. */
const spans = new Map();

/** The envelope of a tool call. */
function envelope(mod, { toolName, toolCallId, input, file, parentToolCallId }) {
  const there = mod.tools.input(toolName, input, file);
  return { ...there, tool: mod.tools.name(toolName, input), tool_use_id: toolCallId, ...(parentToolCallId ? { agentId: parentToolCallId } : {}) };
}

function inputOf({ tool, tool_use_id, agentId, requestMeta, ...input }) {
  return input;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The arguments for Pawl's tool; undefined if the mod left them as they were. */
function changedInput(mod, event, before, after) {
  const now = inputOf(after);
  if (same(inputOf(before), now)) return undefined;
  return { input: mod.tools.arguments(event.toolName, event.input, event.file, now) };
}

async function called(mod, event, ctx) {
  if (isAsked(event)) return undefined;
  const e = envelope(mod, event);
  const { span, down, answer } = await mod.begin("tool.call", e, ctx);
  if (down === undefined) return answeredAlone(mod, event, answer);
  const list = spans.get(event.toolCallId) ?? [];
  spans.set(event.toolCallId, [...list, span]);
  return changedInput(mod, event, e, down);
}

/** A hook that did not pass the call on has refused it, or serves a tool of the mod. */
function answeredAlone(mod, event, answer) {
  if (answer.deny !== undefined) return { block: true, reason: answer.deny || `${mod.plugin} refuses it` };
  if (mod.served.has(event.toolName)) {
    mod.answers.set(event.toolCallId, answer);
    return undefined;
  }
  const words = answerText(answer);
  return { block: true, reason: `${mod.plugin} answered in place of ${event.toolName}, which is not its tool, so the call did not run${words ? `: ${words}` : ""}` };
}

/** The call is over: the mods that it went through see its result, the last one that was asked first. */
async function over(mod, id, value, content, ctx) {
  const list = spans.get(id);
  if (list?.at(-1)?.mod !== mod) return undefined;
  spans.delete(id);
  let now = value;
  for (const span of list.reverse()) {
    try {
      now = (await span.end(now, contextOf(span.mod, { ctx }))) ?? now;
    } catch (error) {
      span.mod.report("tool.call", String(error?.message ?? error));
    }
  }
  return patchOf(value, now, content);
}

async function checked(mod, event, ctx) {
  if (isAsked(event)) return undefined;
  const { tool, tool_use_id, agentId, ...input } = envelope(mod, event);
  const e = { tool, input, tool_use_id, ...(agentId ? { agentId } : {}), approver: ctx.hasUI ? "person" : "host" };
  const verdict = await mod.run("tool.check", e, { ctx, core: () => ({ decision: "allow" }) });
  if (verdict.decision === "allow") return undefined;
  const why = verdict.reason ?? `${mod.plugin} refuses it`;
  if (verdict.decision === "deny") return { block: true, reason: why };
  if (!ctx.hasUI) return { block: true, reason: `${mod.plugin} wants somebody to be asked, and nobody can be: ${why}` };
  const yes = await ctx.ui.confirm(`${mod.plugin}: allow ${tool}?`, `${why}\n${JSON.stringify(input).slice(0, 2_000)}`);
  return yes ? undefined : { block: true, reason: `the user refused it: ${why}` };
}

async function gated(mod, event, ctx) {
  if (isAsked(event)) return undefined;
  const e = envelope(mod, event);
  let down = e;
  const answer = await mod.run("classic.PreToolUse", e, { ctx, core: (passed) => ((down = passed), {}) });
  if (answer.deny !== undefined) return { block: true, reason: answer.deny || `${mod.plugin} refuses it` };
  if (answer.block) return { block: true, reason: answer.stopReason ?? `${mod.plugin} refuses it` };
  if (answer.ask !== undefined) {
    const yes = ctx.hasUI && (await ctx.ui.confirm(`${mod.plugin}: allow ${e.tool}?`, answer.ask));
    if (!yes) return { block: true, reason: answer.ask };
  }
  for (const text of answer.additionalContext ?? []) mod.context.push(text);
  return changedInput(mod, event, e, answer.updatedInput ? { ...down, ...answer.updatedInput } : down);
}

/** The mod's texts for the model that wait for the next prompt. */
function waiting(mod) {
  return mod.context.splice(0).join("\n\n");
}

/** Where a prompt comes from, in the words of mods. */
const ORIGINS = { interactive: "composer", rpc: "sdk", extension: "plugin" };

async function submitted(mod, event, ctx) {
  const origin = { kind: ORIGINS[event.source] ?? ORIGINS.interactive };
  const e = { text: event.text, context: [], wait: false, origin };
  for (const span of mod.prompts.splice(0)) await span.end({ text: span.e.text }, ctx);
  const { span, down, answer } = await mod.begin("prompt.submit", e, ctx);
  if (down === undefined) {
    if (answer.drop !== undefined) {
      ctx.ui.notify(`${mod.plugin} dropped the prompt${typeof answer.drop === "string" ? `: ${answer.drop}` : ""}`, "warning");
      return { action: "handled" };
    }
    mod.context.push(...(answer.context ?? []));
    return answer.text === event.text ? undefined : { action: "transform", text: answer.text };
  }
  mod.prompts.push(span);
  mod.context.push(...(down.context ?? []).map(String));
  return down.text === event.text ? undefined : { action: "transform", text: down.text };
}

async function begun(mod, ctx) {
  for (const span of mod.prompts.splice(0)) {
    const answer = await span.end({ text: span.e.text }, ctx);
    mod.context.push(...(answer?.context ?? []).map(String));
  }
  const text = waiting(mod);
  return text ? { message: { customType: "mod", content: text, display: false } } : undefined;
}

async function compacts(mod, event, ctx) {
  const messages = messagesOf(event.preparation.messagesToSummarize ?? []).map((message, handle) => ({ ...message, handle }));
  const trigger = event.reason === "manual" ? "manual" : "auto";
  const e = { trigger, messages, ...(event.customInstructions ? { instructions: event.customInstructions } : {}) };
  const { span, down, answer } = await mod.begin("session.compact", e, ctx);
  if (down !== undefined) {
    mod.compaction = { span, instructions: down.instructions === e.instructions ? undefined : down.instructions };
    return undefined;
  }
  if (answer.skip !== undefined) return { cancel: true };
  const { firstKeptEntryId, tokensBefore } = event.preparation;
  const summary = answer.messages.map((message) => message.text ?? textOf(message.content)).join("\n\n");
  return { compaction: { summary, firstKeptEntryId, tokensBefore } };
}

const CLASSIC_STARTS = { startup: "startup", reload: "startup", new: "clear", resume: "resume", fork: "resume" };
const ENDS = { quit: "prompt_input_exit", new: "clear", resume: "resume", fork: "resume" };

function base(ctx, name) {
  return { session_id: ctx.sessionManager.getSessionId(), transcript_path: ctx.sessionFile ?? "", cwd: ctx.cwd, hook_event_name: name };
}

const classic = (mod, name, ctx, more, core = () => ({})) =>
  mod.run(`classic.${name}`, { ...base(ctx, name), ...more }, { ctx, core });

async function classicResult(mod, event, ctx) {
  const { tool, tool_use_id, agentId, ...tool_input } = envelope(mod, event);
  const { result, text } = resultOf(event);
  const more = { tool_name: tool, tool_input, tool_use_id };
  const answer = event.isError
    ? await classic(mod, "PostToolUseFailure", ctx, { ...more, error: text })
    : await classic(mod, "PostToolUse", ctx, { ...more, tool_response: result });
  const context = [...(answer.block ? [answer.stopReason ?? `${mod.plugin} objects`] : []), ...(answer.additionalContext ?? [])];
  const output = answer.updatedToolOutput ?? answer.updatedMCPToolOutput;
  if (output === undefined && context.length === 0) return undefined;
  const told = { ...resultOf(event), context };
  return patchOf(resultOf(event), output === undefined ? told : { ...told, text: typeof output === "string" ? output : JSON.stringify(output) }, event.content);
}

/**
 * What each event of Pawl's means to mods: the events of theirs that it brings about, and what is done then. Several rows may be
 * about one event of theirs.
 */
const ROWS = [
  ["tool.call", "tool_call", called],
  ["tool.call", "tool_result", (mod, event, ctx) => over(mod, event.toolCallId, resultOf(event), event.content, ctx)],
  [
    "tool.call",
    "tool_execution_end",
    async (mod, event, ctx) => {
      // A call that was refused elsewhere has no other end.
      const text = textOf(event.result?.content);
      await over(mod, event.toolCallId, { isError: true, result: text, text }, event.result?.content ?? [], ctx);
    },
  ],
  ["tool.check", "tool_authorize", checked],
  ["classic.PreToolUse", "tool_call", gated],
  ["classic.PostToolUse", "tool_result", (mod, event, ctx) => (event.isError ? undefined : classicResult(mod, event, ctx))],
  ["classic.PostToolUseFailure", "tool_result", (mod, event, ctx) => (event.isError ? classicResult(mod, event, ctx) : undefined)],
  [
    "session.start",
    "session_start",
    async (mod, _, ctx) => {
      mod.startedAt ??= Date.now();
      const surface = ctx.mode === "tui" ? "terminal" : null;
      await mod.run("session.start", { cwd: ctx.cwd, surface, isInteractive: ctx.hasUI }, { ctx, core: (e) => ({ cwd: e.cwd }) });
    },
  ],
  [
    "classic.SessionStart",
    "session_start",
    async (mod, event, ctx) => {
      const answer = await classic(mod, "SessionStart", ctx, { source: CLASSIC_STARTS[event.reason] ?? "startup", model: ctx.model?.id ?? "" });
      mod.context.push(...(answer.additionalContext ?? []).map(String));
    },
  ],
  [
    "session.end",
    "session_shutdown",
    async (mod, event, ctx) => {
      const sessionId = ctx.sessionManager.getSessionId();
      const e = { reason: ENDS[event.reason] ?? "other", sessionId, resume: { id: sessionId } };
      await mod.run("session.end", e, { ctx, core: () => ({ sessionId }) });
    },
  ],
  ["classic.SessionEnd", "session_shutdown", async (mod, event, ctx) => void (await classic(mod, "SessionEnd", ctx, { reason: ENDS[event.reason] ?? "other" }))],
  ["prompt.submit", "input", submitted],
  [
    "classic.UserPromptSubmit",
    "input",
    async (mod, event, ctx) => {
      const answer = await classic(mod, "UserPromptSubmit", ctx, { prompt: event.text });
      if (answer.block) {
        ctx.ui.notify(`${mod.plugin} refuses the prompt: ${answer.stopReason ?? ""}`, "warning");
        return { action: "handled" };
      }
      mod.context.push(...(answer.additionalContext ?? []).map(String));
      return undefined;
    },
  ],
  ["prompt.submit classic.UserPromptSubmit classic.SessionStart classic.PreToolUse", "before_agent_start", (mod, _, ctx) => begun(mod, ctx)],
  ["turn.start", "before_agent_start", (mod, event) => void (mod.prompt = event.prompt ?? "")],
  [
    "turn.start turn.complete",
    "agent_start",
    async (mod, _, ctx) => {
      mod.turn = { turnId: `turn-${++mod.turns}`, at: Date.now() };
      const e = { text: mod.prompt ?? "", turnId: mod.turn.turnId };
      await mod.run("turn.start", e, { ctx, core: () => ({ turnId: e.turnId }) });
    },
  ],
  [
    "turn.complete",
    "agent_end",
    async (mod, event, ctx) => {
      if (event.willContinue) return;
      const answers = event.messages.filter(({ role }) => role === "assistant");
      const last = answers.at(-1);
      const isAborted = last?.stopReason === "aborted";
      const { turnId = "turn-0", at = Date.now() } = mod.turn ?? {};
      const answer = textOf(last?.content);
      const reason = isAborted ? "aborted" : last?.stopReason === "error" ? "error" : "answer";
      const e = { answer, durationMs: Date.now() - at, isAborted, turnId, usage: sumOf(answers), reason };
      const told = await mod.run("turn.complete", e, { ctx, core: () => ({ text: answer, usage: e.usage }) });
      if (typeof told?.text === "string" && told.text !== answer) ctx.ui.notify(told.text, "info");
    },
  ],
  [
    "turn.complete",
    "subagent_end",
    async (mod, event, ctx) => {
      const answer = event.lastAssistantText ?? "";
      const e = { answer, durationMs: 0, isAborted: false, turnId: event.agentId, agentId: event.agentId, reason: event.error ? "error" : "answer" };
      await mod.run("turn.complete", e, { ctx, core: () => ({ text: answer }) });
    },
  ],
  ["classic.Stop", "session_stop", stopping],
  ["classic.SubagentStop", "subagent_stop", stopping],
  ["session.compact", "session_before_compact", compacts],
  [
    "session.compact",
    "session_compacting",
    (mod) => {
      const { instructions } = mod.compaction ?? {};
      return instructions === undefined ? undefined : { context: [String(instructions)] };
    },
  ],
  [
    "session.compact",
    "session_compact",
    async (mod, event, ctx) => {
      const { span } = mod.compaction ?? {};
      mod.compaction = undefined;
      const { summary = "", tokensBefore } = event.compactionEntry;
      await span?.end({ messages: [{ role: "user", text: summary, toolUses: [] }], tokensBefore }, ctx);
    },
  ],
  [
    "classic.PreCompact",
    "session_before_compact",
    async (mod, event, ctx) => {
      const trigger = event.reason === "manual" ? "manual" : "auto";
      const answer = await classic(mod, "PreCompact", ctx, { trigger, custom_instructions: event.customInstructions ?? "" });
      return answer.block ? { cancel: true } : undefined;
    },
  ],
  [
    "classic.PostCompact",
    "session_compact",
    async (mod, event, ctx) => {
      const trigger = event.reason === "manual" ? "manual" : "auto";
      await classic(mod, "PostCompact", ctx, { trigger, compact_summary: event.compactionEntry.summary ?? "" });
    },
  ],
  [
    "session.measure",
    "turn_end",
    async (mod, event, ctx) => {
      const used = ctx.getContextUsage();
      const context = { window: used?.contextWindow ?? 0, ...(used?.tokens == null ? {} : { tokens: used.tokens, percent: used.percent ?? 0 }) };
      mod.cost = (mod.cost ?? 0) + (event.message?.usage?.cost?.total ?? 0);
      const e = { context, rateLimits: [], cost: { usd: mod.cost }, changed: ["context", "cost"] };
      await mod.run("session.measure", e, { ctx, core: () => ({ changed: e.changed }) });
    },
  ],
];

async function stopping(mod, event, ctx) {
  const name = event.agentId === undefined ? "Stop" : "SubagentStop";
  const more = { stop_hook_active: event.stopHookActive ?? false, last_assistant_message: event.lastAssistantText ?? "" };
  const answer = await classic(mod, name, ctx, event.agentId === undefined ? more : { ...more, agent_id: event.agentId, agent_type: event.agentType });
  return answer.block ? { continue: true, additionalContext: answer.stopReason ?? "go on" } : undefined;
}

/** Events that need nothing of Pawl's: they are brought about by calls, commands, tools and drawings. */
const OTHERWISE = new Set(["command.run", "tool.run", "clock.now"]);

/**
 * Listens to what a mod's hooks need.
 *
 * @returns the events of which none can ever happen here
 */
export function listen(mod, events) {
  Object.assign(mod, { answers: new Map(), context: [], prompts: [], turns: 0 });
  const there = new Set(OTHERWISE);
  for (const [theirs, ours, handle] of ROWS) {
    const names = theirs.split(" ");
    names.forEach((name) => there.add(name));
    if (names.some((name) => mod.hears(name))) mod.extension.api.on(ours, (event, ctx) => handle(mod, event, ctx));
  }
  return events.filter((event) => !there.has(event) && !isAnswered(event));
}
