// Fails before it has decided.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    null.broken;
  },
});
