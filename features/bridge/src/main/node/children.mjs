// The processes that extensions started: they end with this one.
import { execFileSync } from "node:child_process";
import fs from "node:fs";

/** Sends a signal to all that descends from this process. */
export function endChildren(signal) {
  try {
    const children = new Map();
    for (const [pid, parent] of processes()) {
      if (!children.has(parent)) children.set(parent, []);
      children.get(parent).push(pid);
    }
    const all = [...(children.get(process.pid) ?? [])];
    for (let at = 0; at < all.length; at++) all.push(...(children.get(all[at]) ?? []));
    for (const pid of all) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself.
      }
    }
  } catch {
    // What runs cannot be seen here; Pawl looks, too.
  }
}

/** Every process with its parent. */
function processes() {
  if (fs.existsSync("/proc/self/stat")) {
    return fs
      .readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = fs.readFileSync(`/proc/${name}/stat`, "utf8");
          return [[Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])]];
        } catch {
          return [];
        }
      });
  }
  return execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
}
