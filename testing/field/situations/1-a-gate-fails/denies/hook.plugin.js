// Denies every call.
export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    throw new Error("No");
  },
});
