import { readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { HookAPI } from "@mariozechner/pi-coding-agent/hooks";

const KEPT = /^(\.env(\..+)?|\.git|\.pi|node_modules)$/i;

/** The file that a path leads to, also behind links to files that are not there yet. */
function real(path: string, hops = 40): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || hops === 0) throw new Error(`${path} cannot be resolved`);
    const folder = real(parent, hops - 1);
    let link: string;
    try {
      link = readlinkSync(join(folder, basename(path)));
    } catch {
      return join(folder, basename(path)); // It is not there.
    }
    return real(resolve(folder, link), hops - 1);
  }
}

/** Keeps some files from being written, whatever they are called. */
export default function (pi: HookAPI) {
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName !== "write" && event.toolName !== "edit") return undefined;
    const path = String(event.input.path);
    const written = path.replace(/^@/, "").replace(/^~(?=\/|$)/, homedir());
    // Pawl shows the file that the tool will open; elsewhere it is found here.
    const file = real((event as { file?: string }).file ?? resolve(ctx.cwd, written));
    const names = relative(real(ctx.cwd), file).split(sep);
    if (!names.some((name) => KEPT.test(name))) return undefined;
    ctx.ui.notify(`${path} is protected`, "warning");
    return { block: true, reason: `Protected: ${path}` };
  });
}
