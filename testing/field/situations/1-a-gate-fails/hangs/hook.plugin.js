// Never answers.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    await new Promise(() => setInterval(() => {}, 1000));
  },
});
