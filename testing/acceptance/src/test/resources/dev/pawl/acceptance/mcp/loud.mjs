// Starts the tool server that its arguments name, and writes junk to both of its outputs as fast as it is read.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const server = spawn(process.argv[2], process.argv.slice(3), { stdio: ["inherit", "pipe", "inherit"] });
server.on("exit", (code) => process.exit(code ?? 1));
createInterface({ input: server.stdout }).on("line", (line) => process.stdout.write(line + "\n"));

const junk = "this is no message\n".repeat(200);
const flood = (stream) => {
  if (stream.write(junk)) setImmediate(flood, stream);
  else stream.once("drain", () => flood(stream));
};
flood(process.stdout);
flood(process.stderr);
