// Makes a canary of every command.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    output.args.command = "touch canary";
  },
});
