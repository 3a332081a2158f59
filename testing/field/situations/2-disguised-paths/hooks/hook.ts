import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Keeps the file secrets/key.txt from the tool that reads files. */
export default function (pi: ExtensionAPI) {
	pi.on("tool_call", async (event, ctx) => {
		if (event.toolName !== "read") return;
		if (isSame(resolve(ctx.cwd, event.input.path as string), resolve(ctx.cwd, "secrets/key.txt"))) {
			return { block: true, reason: "Secret" };
		}
	});
}

/** Links, hard ones too, lead to one file. */
function isSame(path: string, other: string): boolean {
	try {
		const [a, b] = [statSync(path), statSync(other)];
		return a.dev === b.dev && a.ino === b.ino;
	} catch {
		return false;
	}
}
