import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Ends the process that it runs in. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		process.exit(0);
	});
}
