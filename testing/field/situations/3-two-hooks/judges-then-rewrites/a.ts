import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Denies commands that make a canary. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		if (String(event.input.command).includes("canary")) return { block: true, reason: "No" };
	});
}
