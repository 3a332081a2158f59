// Keeps the file secrets/key.txt from the tool that reads files.
import fs from "node:fs";
import path from "node:path";

export const Gate = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (input.tool !== "read") return;
    if (isSame(path.resolve(directory, output.args.filePath), path.resolve(directory, "secrets/key.txt"))) {
      throw new Error("Secret");
    }
  },
});

/** Links, hard ones too, lead to one file. */
function isSame(path, other) {
  try {
    const [a, b] = [fs.statSync(path), fs.statSync(other)];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}
