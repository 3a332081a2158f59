import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Makes a canary of every command. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		(event.input as { command: string }).command = "touch canary";
	});
}
