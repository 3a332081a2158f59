// Denies commands that make a canary.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (String(output.args.command).includes("canary")) throw new Error("No");
  },
});
