// Allows the call.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    return;
  },
});
