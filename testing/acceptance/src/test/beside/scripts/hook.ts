// What scripts call, and what a hook sees of it.
export default function (pi) {
  const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  for (const name of ["tool_call", "tool_result"]) {
    pi.on(name, (event, ctx) => {
      ctx.ui.notify(`${name} ${event.toolName} ${event.toolCallId} of ${event.parentToolCallId ?? "nothing"}${event.isError ? ", failed" : ""}`);
      if (name !== "tool_call") return undefined;
      if (event.input.command === "echo three") return { block: true, reason: "not the third" };
      if (event.input.text === "change me") event.input.text = "changed";
      return undefined;
    });
  }
  pi.registerTool({ name: "shout", label: "Shout", description: "Says a text loudly", parameters: text,
    execute: async (_id, { text }) => ({ content: [{ type: "text", text: text.toUpperCase() }], details: undefined }) });
  pi.registerTool({ name: "two-parts", label: "Parts", description: "Answers in two parts", parameters: text,
    execute: async (_id, { text }) => ({ content: [{ type: "text", text }, { type: "text", text: "and " + text }], details: {} }) });
  pi.registerTool({ name: "pair", label: "Pair", description: "Makes a pair", parameters: text,
    outputSchema: { type: "object", properties: { left: { type: "string" }, size: { type: "number" } }, required: ["left", "size"] },
    execute: async (_id, { text }) => ({ content: [{ type: "text", text: "a pair" }], details: {}, structuredContent: { left: text, size: text.length } }) });
  pi.registerTool({ name: "broken", label: "Broken", description: "Fails", parameters: text,
    execute: async (_id, { text }) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error("broken by " + text);
    } });
  pi.registerTool({ name: "half", label: "Half", description: "Fails with data", parameters: text,
    outputSchema: { type: "object", properties: { done: { type: "number" } } },
    execute: async (_id, { text }) => ({ content: [{ type: "text", text: "half of " + text }], details: {}, structuredContent: { done: 1 }, isError: true }) });
  pi.registerTool({ name: "kept_apart", label: "Apart", description: "Is for scripts", parameters: text, exposure: "codemode",
    namespace: { name: "apart", description: "Apart from the others", instructions: "Call it gently.", aliases: ["far-off"] },
    execute: async (_id, { text }) => ({ content: [{ type: "text", text: "apart: " + text }], details: {} }) });
  pi.registerTool({ name: "later", label: "Later", description: "Is found by search", parameters: text, exposure: "deferred",
    execute: async (_id, { text }) => ({ content: [{ type: "text", text: "later: " + text }], details: {} }) });
  pi.registerTool({ name: "unseen", label: "Unseen", description: "Cannot be called", parameters: text, exposure: "hidden",
    execute: async () => ({ content: [{ type: "text", text: "seen" }], details: {} }) });
  pi.registerTool({ name: "one_by_one", label: "One", description: "Runs alone", parameters: text, executionMode: "sequential",
    execute: async (_id, { text }, _signal, onUpdate) => {
      onUpdate?.({ content: [{ type: "text", text: "begun" }], details: {} });
      return { content: [{ type: "text", text: "alone " + text }], details: {} };
    } });
}
