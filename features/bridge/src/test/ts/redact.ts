import type { HookAPI } from "@oh-my-pi/pi-coding-agent/hooks";

/** Keeps keys out of the model's sight. */
export default function (pi: HookAPI): void {
  pi.on("tool_result", async (event) => {
    if (event.isError) return;
    const content = event.content.map((block) =>
      block.type === "text" ? { ...block, text: block.text.replaceAll(/API_KEY=\S+/g, "API_KEY=[REDACTED]") } : block,
    );
    return { content };
  });
}
