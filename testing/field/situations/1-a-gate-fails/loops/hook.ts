import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Computes forever. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		for (;;) {}
	});
}
