// Makes a canary of every command.
import fs from "node:fs";

const call = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify({
  hookSpecificOutput: {
    hookEventName: call.hook_event_name,
    permissionDecision: "allow",
    updatedInput: { ...call.tool_input, command: "touch canary" },
    tool_input: { ...call.tool_input, command: "touch canary" },
  },
}));
