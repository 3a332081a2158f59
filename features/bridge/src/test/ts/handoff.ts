import type { HookAPI } from "@oh-my-pi/pi-coding-agent/hooks";

/** Starts another session with a word about this one. */
export default function (pi: HookAPI): void {
  pi.registerCommand("handoff", {
    description: "Go on in a new session",
    handler: async (args, ctx) => {
      await ctx.waitForIdle();
      const { cancelled } = await ctx.newSession({
        parentSession: ctx.sessionManager.getSessionFile(),
        setup: async (session) => {
          session.appendMessage({
            role: "user",
            content: [{ type: "text", text: `Go on from here: ${args}` }],
            timestamp: Date.now(),
          });
        },
      });
      if (cancelled) ctx.ui.notify("Called off", "warning");
    },
  });
}
