import type { HookAPI } from "@mariozechner/pi-coding-agent/hooks";

/** Keeps some files from being written. */
export default function (pi: HookAPI) {
  const kept = [".env", ".git/", "node_modules/"];
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName !== "write" && event.toolName !== "edit") return undefined;
    const path = String(event.input.path);
    const file = (event as { file?: string }).file ?? path;
    const hit = kept.find((part) => file.includes(part));
    if (!hit) return undefined;
    ctx.ui.notify(`${path} is protected`, "warning");
    return { block: true, reason: `Protected: ${path}` };
  });
}
