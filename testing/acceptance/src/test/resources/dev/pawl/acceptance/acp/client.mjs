// Walks through a session with the protocol's own library: node client.mjs PROJECT COMMAND ARGUMENTS…
// Prints what it saw as one JSON object.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

const [project, command, ...args] = process.argv.slice(2);
const own = process.env.WALK === "own";
const agent = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const seen = { updates: [], text: "", permissions: 0, reads: [], terminals: [] };
const methods = acp.methods;
const { session } = methods.agent;

const client = acp
  .client({ name: "walk" })
  .onNotification(methods.client.session.update, ({ params }) => {
    seen.updates.push(params.update.sessionUpdate);
    if (params.update.sessionUpdate === "agent_message_chunk") seen.text += params.update.content.text;
  })
  .onRequest(methods.client.session.requestPermission, ({ params }) => {
    seen.permissions++;
    const allowed = params.options.find((option) => option.kind === "allow_once");
    return { outcome: { outcome: "selected", optionId: allowed.optionId } };
  })
  .onRequest(methods.client.fs.readTextFile, ({ params }) => {
    seen.reads.push(params.path);
    return { content: readFileSync(params.path, "utf8").toUpperCase() };
  })
  .onRequest(methods.client.fs.writeTextFile, () => ({}))
  .onRequest(methods.client.terminal.create, ({ params }) => {
    seen.terminals.push(params.args.at(-1));
    started?.();
    return { terminalId: "t" + seen.terminals.length };
  })
  .onRequest(methods.client.terminal.waitForExit, ({ params }) =>
    params.terminalId === "t1" ? { exitCode: 0 } : new Promise(() => {}))
  .onRequest(methods.client.terminal.output, () => ({ output: "from the terminal", truncated: false }))
  .onRequest(methods.client.terminal.kill, () => ({}))
  .onRequest(methods.client.terminal.release, () => ({}));

let started;
const stream = acp.ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout));
await client.connectWith(stream, async (ctx) => {
  const say = (sessionId, text) => ctx.request(session.prompt, { sessionId, prompt: [{ type: "text", text }] });
  const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
  seen.initialize = await ctx.request(methods.agent.initialize, { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities });
  const { sessionId, modes } = await ctx.request(session.new, { cwd: project, mcpServers: [] });
  if (own) {
    seen.modes = modes.availableModes.map((mode) => mode.id);
    await ctx.request(session.setMode, { sessionId, modeId: "plan" });
    await ctx.request(session.setMode, { sessionId, modeId: modes.currentModeId });
  }
  seen.first = await say(sessionId, "first");
  if (own) {
    seen.second = await say(sessionId, "second");
    const begun = new Promise((done) => (started = done));
    const third = say(sessionId, "third");
    await begun;
    await ctx.notify(session.cancel, { sessionId });
    seen.third = await third;
    seen.list = await ctx.request(session.list, { cwd: project });
    await ctx.request(session.close, { sessionId });
    const before = seen.updates.length;
    await ctx.request(session.load, { sessionId, cwd: project, mcpServers: [] });
    seen.replayed = seen.updates.slice(before);
  }
});
console.log(JSON.stringify(seen));
agent.stdin.end();
agent.on("exit", () => process.exit(0));
