// Denies every call that makes a canary.
import fs from "node:fs";

const call = JSON.parse(fs.readFileSync(0, "utf8"));
const command = call.tool_input?.command ?? call.tool_input?.cmd ?? "";
if (command.includes("canary")) {
  process.stderr.write("No");
  process.exit(2);
}
