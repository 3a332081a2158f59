// Denies every call that makes a canary.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (String(output.args.command).includes("canary")) throw new Error("No");
  },
});
