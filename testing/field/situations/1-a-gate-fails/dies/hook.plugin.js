// Ends the process that it runs in.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    process.exit(0);
  },
});
