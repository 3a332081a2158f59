import type { ContextMessage, HookAPI, SessionEntry } from "@mariozechner/pi-coding-agent/hooks";

type Range = { from: number; to: number; summary: string };

/** Gives the conversation a stack: /pop goes back to an earlier turn and leaves a summary behind. */
export default function (pi: HookAPI) {
  pi.command("pop", {
    description: "Go back to an earlier turn, summing up the work since",
    handler: async (ctx) => {
      const entries = ctx.entries as SessionEntry[];
      const turns = entries.flatMap((entry: any, index) =>
        entry.type === "message" && entry.message.role === "user" ? [index] : [],
      );
      if (turns.length < 2) return { status: "There is no earlier turn" };
      const choices = turns.slice(0, -1).map((index) => `[${index}]`);
      const named = ctx.args[0] === "first" ? choices[0] : ctx.args[0] && `[${ctx.args[0]}]`;
      const chosen = named || (await ctx.ui.select("Back to:", choices));
      if (!chosen || !choices.includes(chosen)) return;
      const backToIndex = Number(chosen.slice(1, -1));
      await ctx.saveEntry({ type: "stack_pop", backToIndex, summary: `${entries.length - backToIndex} entries` });
      await ctx.rebuildContext();
      return { status: `Popped to turn ${backToIndex}` };
    },
  });

  pi.on("context", (event) => {
    const ranges: Range[] = event.entries.flatMap((entry: any, index: number) =>
      entry.type === "stack_pop" ? [{ from: entry.backToIndex, to: index, summary: entry.summary }] : [],
    );
    if (ranges.length === 0) return;
    const messages: ContextMessage[] = [];
    event.entries.forEach((entry: any, index: number) => {
      const covering = ranges.filter((range) => range.from <= index && index < range.to).at(-1);
      if (covering?.from === index) {
        const content = `[Summary]\n\n${covering.summary}`;
        messages.push({ message: { role: "user", content, timestamp: Date.now() }, entryIndex: null });
      }
      if (!covering && entry.type === "message") messages.push({ message: entry.message, entryIndex: index });
    });
    return { messages };
  });
}
