#!/usr/bin/env node
// Times what editors and tool servers notice of the program, against the clock of one process:
//
//   testing/bench/protocols.mjs [RUNS] [NAME=COMMAND ...]
//
// initialize   from the start of the program to its answer, over the Agent Client Protocol; other agents are given as
//              NAME=COMMAND, e.g. pi="node …/pi-acp/dist/index.js", and take turns with Pawl
// first chunk  from the first piece of an answer that a model sends to the line that the editor reads
// sessions     a hundred sessions opened in one process, and its resident memory
// frame        the first frame of the screen, and the first that names the model, without tool servers and with twenty of
//              them (programs over stdio)
//
// On a busy machine: nice -n -19 testing/bench/protocols.mjs. Real-time priority (chrt) would hold up the thread of the kernel that
// brings a frame to the terminal; the other figures may be measured with it.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const pawl = process.env.PAWL ?? join(root, "pawl"); // PAWL: another way to start it.
const runs = Number(process.argv[2] ?? 11);
const others = process.argv.slice(3).map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]);
const work = mkdtempSync(join(tmpdir(), "protocols-"));
const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

let sent = 0;
const model = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const piece = (delta, reason = null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`);
    // The head of the answer goes first, so that only the piece itself is timed.
    response.flushHeaders();
    setTimeout(() => {
      sent = performance.now();
      piece({ content: "Well" });
      setTimeout(() => {
        piece({}, "stop");
        response.end("data: [DONE]\n\n");
      }, 20);
    }, 50);
  });
});
await new Promise((resolve) => model.listen(0, "127.0.0.1", resolve));

const home = (name, servers = {}) => {
  const agent = join(work, name, ".pi/agent");
  mkdirSync(agent, { recursive: true });
  const provider = { baseUrl: `http://127.0.0.1:${model.address().port}/v1`, api: "openai-completions", apiKey: "none" };
  writeFileSync(
    join(agent, "models.json"),
    JSON.stringify({ providers: { bench: { ...provider, models: [{ id: "bench-model" }] } } }));
  writeFileSync(join(agent, "settings.json"), JSON.stringify({ defaultProvider: "bench", defaultModel: "bench-model" }));
  if (Object.keys(servers).length) writeFileSync(join(agent, "mcp.json"), JSON.stringify({ mcpServers: servers }));
  return { ...process.env, HOME: join(work, name), PI_CODING_AGENT_DIR: agent };
};

const editor = (command, env) => {
  const child = spawn("bash", ["-c", `exec ${command}`], { cwd: work, env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map();
  let ids = 0;
  const agent = { child, update: () => {} };
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === "session/update") agent.update(message.params.update);
    else if (waiting.has(message.id)) waiting.get(message.id)(message);
  });
  agent.ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++ids;
      waiting.set(id, (message) => (message.error ? reject(new Error(JSON.stringify(message.error))) : resolve(message.result)));
      child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    });
  agent.end = () =>
    new Promise((resolve) => {
      child.on("exit", resolve);
      child.stdin.end();
      setTimeout(() => child.kill(), 5000).unref();
    });
  return agent;
};
const hello = { protocolVersion: 1, clientCapabilities: {}, clientInfo: { name: "bench", version: "1" } };

const greeting = async (command, env) => {
  const start = performance.now();
  const agent = editor(command, env);
  await agent.ask("initialize", hello);
  const time = performance.now() - start;
  await agent.end();
  return time;
};

/** When the first frame was there, and when the model was named. */
const frame = (env) =>
  new Promise((resolve) => {
    const start = performance.now();
    const child = spawn("script", ["-qec", `stty cols 100 rows 30; exec ${pawl}`, "/dev/null"], {
      cwd: work,
      env: { ...env, TERM: "xterm", SHELL: "/bin/sh" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    let text = "";
    let first;
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\x1b[?2026l")) first ??= performance.now() - start; // The end of a frame.
      if (text.includes("bench-model")) {
        resolve({ first, named: performance.now() - start });
        child.stdin.write("\x03\x03\x04");
        setTimeout(() => child.kill("SIGKILL"), 3000).unref();
        child.stdout.removeAllListeners("data").resume();
      }
    });
  });

try {
  const env = home("plain");
  const agents = [["pawl", `${pawl} acp`], ...others];
  const greetings = new Map(agents.map(([name]) => [name, []]));
  for (let run = 0; run <= runs; run++) {
    for (const [name, command] of agents) {
      const time = await greeting(command, env);
      if (run > 0) greetings.get(name).push(time); // The first of each warms the disk.
    }
  }
  const own = median(greetings.get("pawl"));
  console.log(`initialize: ${own.toFixed(0)} ms`);
  for (const [name] of others) {
    const theirs = median(greetings.get(name));
    console.log(`  ${name}: ${theirs.toFixed(0)} ms; Pawl takes ${(own / theirs).toFixed(2)} of it`);
  }

  const agent = editor(`${pawl} acp`, env);
  await agent.ask("initialize", hello);
  const session = { cwd: work, mcpServers: [] };
  const { sessionId } = await agent.ask("session/new", session);
  const chunks = [];
  for (let i = 0; i < 30; i++) {
    agent.update = (update) => {
      if (update.sessionUpdate === "agent_message_chunk") chunks[i] ??= performance.now() - sent;
    };
    await agent.ask("session/prompt", { sessionId, prompt: [{ type: "text", text: "go" }] });
  }
  const later = chunks.slice(10);
  console.log(`first chunk: ${median(later).toFixed(2)} ms (the first of all ${chunks[0].toFixed(2)} ms)`);
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${agent.child.pid}/status`, "utf8"))[1]) / 1024;
  const before = memory();
  for (let i = 1; i < 100; i++) await agent.ask("session/new", session);
  console.log(`sessions: 100 in one process, ${memory().toFixed(0)} MB resident, ${before.toFixed(0)} with one`);
  await agent.end();

  const server = join(root, "features/mcp/src/test/resources/dev/pawl/mcp/server.mjs");
  const twenty = {};
  for (let i = 0; i < 20; i++) twenty[`server${i}`] = { command: "node", args: [server] };
  const without = home("without");
  const servers = home("with", twenty);
  const frames = [[], []];
  for (let run = 0; run <= runs; run++) {
    const pair = [await frame(without), await frame(servers)];
    // What the servers still do must not be in the way of the next one.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    if (run > 0) pair.forEach((time, i) => frames[i].push(time));
  }
  for (const [name, which] of [["first frame", "first"], ["model named", "named"]]) {
    const [none, many] = frames.map((times) => median(times.map((time) => time[which])));
    console.log(`${name}: ${none.toFixed(0)} ms without servers, ${many.toFixed(0)} ms with twenty: ${(many - none).toFixed(0)} ms more`);
  }
} finally {
  model.close();
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(0);
