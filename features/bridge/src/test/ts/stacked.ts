import type { HookAPI } from "@mariozechner/pi-coding-agent/hooks";

type Range = { from: number; to: number; summary: string };

/** What the model sees of a conversation with compactions and pops: of summaries that overlap, the later wins. */
export default function (pi: HookAPI) {
  pi.on("context", (event: any) => {
    const ranges: Range[] = [];
    let popped = false;
    event.entries.forEach((entry: any, index: number) => {
      if (entry.type === "compaction") {
        ranges.push({ from: 0, to: entry.firstKeptEntryIndex, summary: entry.summary });
      } else if (entry.type === "stack_pop") {
        popped = true;
        if (entry.prePopSummary) ranges.push({ from: 0, to: entry.backToIndex, summary: entry.prePopSummary });
        ranges.push({ from: entry.backToIndex, to: index, summary: entry.summary });
      }
    });
    if (!popped) return;
    const said = new Set<Range>();
    const messages: any[] = [];
    event.entries.forEach((entry: any, index: number) => {
      const winner = ranges.filter((range) => range.from <= index && index < range.to).at(-1);
      if (winner && !said.has(winner)) {
        said.add(winner);
        messages.push({ message: { role: "user", content: winner.summary, timestamp: 1 }, entryIndex: null });
      } else if (!winner && entry.type === "message") {
        messages.push({ message: entry.message, entryIndex: index });
      }
    });
    return { messages };
  });

  pi.command("kept", {
    handler: async (ctx: any) => ({
      status: ctx.entries.map((entry: any) => entry.firstKeptEntryIndex ?? entry.type).join(" "),
    }),
  });
}
