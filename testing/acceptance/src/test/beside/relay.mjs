// Starts a program in a sandbox without a network, where the port of the scripted model is a way to its socket:
//
//   node relay.mjs SOCKET PORT COMMAND…
import { spawn } from "node:child_process";
import net from "node:net";

const [socket, port, command, ...args] = process.argv.slice(2);
const server = net.createServer((client) => {
  const model = net.connect(socket);
  client.pipe(model).pipe(client);
  for (const end of [client, model]) end.on("error", () => [client, model].forEach((each) => each.destroy()));
});
server.listen(Number(port), "127.0.0.1", () => {
  spawn(command, args, { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
});
