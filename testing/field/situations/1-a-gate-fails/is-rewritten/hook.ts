import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Denies every call that makes a canary. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		if (String(event.input.command).includes("canary")) return { block: true, reason: "No" };
	});
}
