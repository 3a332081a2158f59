import { helper } from "./lib/helper.js";
import data from "./lib/data.json";
import { Type } from "@sinclair/typebox";

const late = await Promise.resolve("top-level await");

class Kept {
  constructor(private readonly word: string) {}
  get value() {
    return this.word;
  }
}

/** Uses what a loader must be able to: a sibling named as JavaScript, JSON, top-level await, parameter properties. */
export default async function (pi: any) {
  await Promise.resolve();
  pi.registerFlag("word", { type: "string", default: "none" });
  pi.registerCommand("everything", {
    handler: async (_args: string, ctx: any) =>
      ctx.ui.notify(
        [helper(), data.word, late, new Kept("kept").value, import.meta.url.slice(-13), pi.getFlag("word")].join(", "),
      ),
  });
  pi.registerTool({
    name: "double",
    label: "Double",
    description: "Doubles a number",
    parameters: Type.Object({ number: Type.Number() }),
    async execute(_id: string, params: { number: number }, signal: AbortSignal, onUpdate: any) {
      if (params.number === 0) throw new Error("zero stays zero");
      onUpdate?.({ content: [{ type: "text", text: "nearly" }], details: {} });
      return { content: [{ type: "text", text: String(params.number * 2) }], details: { aborted: signal.aborted } };
    },
  });
}
