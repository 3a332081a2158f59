// Replaces the key in results.
export const Gate = async ({ directory }) => ({
  "tool.execute.after": async (input, output) => {
    output.output = output.output.replaceAll(/KEY-\w+/g, "[key]");
  },
});
