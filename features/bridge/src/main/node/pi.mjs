// What extensions find as process.argv[1]: started with Node it starts Pawl, with pi's arguments.
import { spawn } from "node:child_process";

const [program, ...first] = JSON.parse(process.env.PAWL_COMMAND ?? "[]");
if (!program) {
  console.error("pawl: it is not known how this Pawl was started, so it cannot be started again by a hook.");
  process.exit(1);
}
const child = spawn(program, [...first, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`pawl: ${program} could not be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
