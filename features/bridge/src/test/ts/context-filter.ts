import type { HookAPI } from "@oh-my-pi/pi-coding-agent/hooks";

/** Leaves messages out that are only for people. */
export default function (pi: HookAPI): void {
  pi.on("context", async (event) => ({
    messages: event.messages.filter((message) => !(message.role === "custom" && message.customType === "debug-only")),
  }));
}
