import type { HookAPI } from "@mariozechner/pi-coding-agent/hooks";

/** Asks before a shell command that could do lasting harm, and says no where nobody can be asked. */
export default function (pi: HookAPI) {
  const risky: RegExp[] = [/\brm\s+(-[a-z]*r|--recursive)/i, /\bsudo\b/i];
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName !== "bash") return;
    const command = event.input.command as string;
    if (!risky.some((pattern) => pattern.test(command))) return;
    if (!ctx.hasUI) return { block: true, reason: "Risky, and nobody is there to ask" };
    const allowed = await ctx.ui.confirm("Risky command", `Run ${command}?`);
    if (!allowed) return { block: true, reason: "Blocked by user" };
  });
}
