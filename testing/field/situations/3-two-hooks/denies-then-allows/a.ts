import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Denies the call. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		return { block: true, reason: "No" };
	});
}
