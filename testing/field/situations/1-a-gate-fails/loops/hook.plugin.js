// Computes forever.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    for (;;) {}
  },
});
