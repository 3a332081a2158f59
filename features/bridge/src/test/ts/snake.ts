import { Container, matchesKey, Text, truncateToWidth } from "@mariozechner/pi-tui";
import type { HookAPI } from "@mariozechner/pi-coding-agent/hooks";

type Place = { x: number; y: number };

const WIDTH = 12;
const HEIGHT = 4;
const STEPS: Record<string, Place> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** A game: arrows move the snake, which grows with what it eats; escape leaves, and the score is kept. */
export default function (pi: HookAPI) {
  pi.registerCommand("snake", {
    description: "Play",
    handler: async (_args, ctx) => {
      const kept = ctx.sessionManager.getEntries().filter((entry: any) => entry.customType === "snake");
      const best = Math.max(0, ...kept.map((entry: any) => entry.data.score));
      const score = await ctx.ui.custom<number>((tui, theme, _keys, done) => {
        let snake: Place[] = [{ x: 2, y: 1 }];
        let food: Place = { x: 4, y: 1 };
        let word = "Ready";
        const start = setTimeout(() => {
          word = "Go";
          tui.requestRender();
        }, 50);
        const cell = (x: number, y: number) =>
          snake.some((part) => part.x === x && part.y === y) ? "o" : food.x === x && food.y === y ? "*" : ".";
        const step = ({ x, y }: Place) => {
          const head = { x: (snake[0].x + x + WIDTH) % WIDTH, y: (snake[0].y + y + HEIGHT) % HEIGHT };
          const eats = head.x === food.x && head.y === food.y;
          snake = [head, ...(eats ? snake : snake.slice(0, -1))];
          if (eats) food = { x: (food.x + 5) % WIDTH, y: (food.y + 1) % HEIGHT };
        };
        return {
          render(width: number) {
            const board = new Container();
            board.addChild(new Text(theme.bold(`Snake: ${snake.length - 1}, best ${best}. ${word}!`), 0, 0));
            for (let y = 0; y < HEIGHT; y++) {
              const row = Array.from({ length: WIDTH }, (_, x) => cell(x, y)).join("");
              board.addChild(new Text(truncateToWidth(row, width), 0, 0));
            }
            return board.render(width);
          },
          handleInput(data: string) {
            const key = Object.keys(STEPS).find((name) => matchesKey(data, name as "up"));
            if (key) step(STEPS[key]);
            else if (matchesKey(data, "escape")) done(snake.length - 1);
            tui.requestRender();
          },
          invalidate() {},
          dispose: () => clearTimeout(start),
        };
      });
      if (score === undefined) return ctx.ui.notify("Snake needs a screen", "warning");
      pi.appendEntry("snake", { score });
      ctx.ui.notify(`Score: ${score}`, "info");
    },
  });
}
