import type { HookAPI } from "@mariozechner/pi-coding-agent/hooks";

/** Remembers the working tree at every turn and offers it back when the user goes back. */
export default function (pi: HookAPI) {
  const remembered = new Map<number, string>();
  pi.on("turn_start", async (event) => {
    const { stdout } = await pi.exec("git", ["stash", "create"]);
    if (stdout.trim()) remembered.set(event.turnIndex, stdout.trim());
  });
  pi.on("session_before_branch", async (event, ctx) => {
    const [, commit] = [...remembered].filter(([turn]) => turn <= event.entryIndex).at(-1) ?? [];
    if (!commit || !ctx.hasUI) return;
    if (await ctx.ui.confirm("Restore?", "Bring the code back to this turn?")) {
      await pi.exec("git", ["stash", "apply", commit]);
      ctx.ui.notify("Code restored", "info");
    }
  });
}
