// Runs beside the extensions, on a thread of its own, because they may keep theirs to themselves for ever.
// It ends this process when Pawl is gone, and reports where an extension hangs.
import { workerData } from "node:worker_threads";
import { endChildren } from "./children.mjs";
import { Pipe } from "./pipe.mjs";

const LOOK_EVERY_MS = 500;
const beat = new Int32Array(workerData.beat);
const parent = workerData.parent;
const pipe = new Pipe(workerData.pipe);
let seen = 0;
let waiting = 0;
let silentSince = Date.now();
let told = false;

setInterval(() => {
  if (process.ppid !== parent) {
    endChildren("SIGKILL");
    process.kill(process.pid, "SIGKILL");
  }
  // A handler that does not end keeps back what those before it returned.
  const first = pipe.first();
  if (first > 0 && first === waiting) pipe.write();
  waiting = first;
  const now = Atomics.load(beat, 0);
  if (now !== seen) {
    seen = now;
    silentSince = Date.now();
    told = false;
  } else if (!told && beat[1] > 0 && Date.now() - silentSince > beat[1]) {
    told = true;
    whereIsIt().then((stack) =>
      pipe.write(JSON.stringify({ type: "stuck", milliseconds: Date.now() - silentSince, stack })),
    );
  }
}, LOOK_EVERY_MS);

/** The stack of the main thread, which runs something that does not end. */
async function whereIsIt() {
  try {
    const inspector = await import("node:inspector");
    const session = new inspector.Session();
    session.connectToMainThread();
    return await new Promise((resolve) => {
      setTimeout(() => resolve(""), 1_000);
      session.on("Debugger.paused", ({ params }) => {
        const frames = params.callFrames.map(
          (frame) => `    at ${frame.functionName || "<anonymous>"} (${frame.url}:${frame.location.lineNumber + 1})`,
        );
        session.post("Debugger.resume", () => session.disconnect());
        resolve(frames.join("\n"));
      });
      session.post("Debugger.enable");
      session.post("Debugger.pause");
    });
  } catch {
    return "";
  }
}
