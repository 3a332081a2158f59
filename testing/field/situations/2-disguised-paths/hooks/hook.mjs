// Keeps the file secrets/key.txt from the tool that reads files.
import fs from "node:fs";
import path from "node:path";

const call = JSON.parse(fs.readFileSync(0, "utf8"));
const file = call.tool_input?.file_path;
if (file !== undefined && isSame(path.resolve(call.cwd, file), path.resolve(call.cwd, "secrets/key.txt"))) {
  process.stderr.write("Secret");
  process.exit(2);
}

/** Links, hard ones too, lead to one file. */
function isSame(path, other) {
  try {
    const [a, b] = [fs.statSync(path), fs.statSync(other)];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}
