import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Fails before it has decided. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		throw new Error("broken");
	});
}
