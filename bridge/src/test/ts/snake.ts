import { matchesKey } from "@mariozechner/pi-tui";
import type { HookAPI } from "@mariozechner/pi-coding-agent/hooks";

/** A game: the snake grows with every key, q ends it, and the score is kept. */
export default function (pi: HookAPI) {
  pi.registerCommand("snake", {
    description: "Play",
    handler: async (_args, ctx) => {
      const score = await ctx.ui.custom<number>((tui, theme, _keys, done) => {
        let length = 1;
        return {
          render: (width: number) => [theme.bold("snake"), "o".repeat(Math.min(length, width))],
          handleInput(data: string) {
            if (matchesKey(data, "q")) done(length);
            else length++;
            tui.requestRender();
          },
          invalidate() {},
        };
      });
      pi.appendEntry("snake", { score });
      ctx.ui.notify(`Score: ${score}`, "info");
    },
  });
}
