import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Never answers. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		await new Promise(() => setInterval(() => {}, 1000));
	});
}
