import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Replaces the key in results. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_result", async (event, ctx) => {
		return {
			content: event.content.map((part) => (part.type === "text" ? { ...part, text: part.text.replaceAll(/KEY-\w+/g, "[key]") } : part)),
		};
	});
}
