import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Answers with what no gate may answer. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		return "maybe" as any;
	});
}
