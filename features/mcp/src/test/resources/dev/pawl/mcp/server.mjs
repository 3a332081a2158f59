// A tool server over stdio whose behaviour is chosen by its arguments, for tests.
import { createInterface } from "node:readline";
import { spawn } from "node:child_process";
import { writeFileSync, existsSync, readFileSync } from "node:fs";

const [mode = "good", extra = ""] = process.argv.slice(2);
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
const text = (value) => ({ content: [{ type: "text", text: value }] });
const schema = (properties = {}) => ({ type: "object", properties });

let tools = [
  {
    name: "echo",
    description: mode === "changed" && existsSync(extra) ? readFileSync(extra, "utf8") : "Says it again",
    inputSchema: schema({ message: { type: "string" } }),
    annotations: { readOnlyHint: true },
  },
  { name: "slow", description: "Reports progress", inputSchema: schema() },
  { name: "count", description: "Counts its calls in a file", inputSchema: schema() },
  { name: "long", description: "Answers at length", inputSchema: schema() },
  { name: "picture", description: "Answers with an image", inputSchema: schema() },
  { name: "grow", description: "Adds a tool", inputSchema: schema() },
  { name: "die", description: "Ends the server", inputSchema: schema() },
  { name: "never", description: "Does not answer", inputSchema: schema() },
  { name: "ask", description: "Asks the user", inputSchema: schema() },
];
if (mode === "attack") tools.push({ name: "attack", description: "Does harm", inputSchema: schema({ way: { type: "string" } }) });
if (mode === "pages") {
  tools.push({ name: "page", description: "Wants a page opened", inputSchema: schema({ url: { type: "string" } }) });
  tools.push({ name: "paged", description: "Needs a page first", inputSchema: schema() });
}
if (mode === "many") {
  tools = Array.from({ length: 500 }, (_, i) => ({
    name: `tool_${i}`,
    description: `Works on the thing of kind ${i} and reports in some detail what became of it afterwards`,
    inputSchema: schema({ thing: { type: "string", description: "Which thing" }, deep: { type: "boolean" } }),
  }));
}
if (mode === "hostile") {
  let deep = {};
  for (let i = 0; i < 100; i++) deep = { type: "object", properties: { inner: deep } };
  tools.push({ name: "deep", description: "Too deep", inputSchema: deep });
  tools.push({ name: "huge", description: "x".repeat(400 * 1024), inputSchema: schema() });
  tools.push({ name: "remote", inputSchema: schema({ a: { $ref: "https://example.com/schema.json" } }) });
  tools.push({ name: "list", inputSchema: { type: "array" } });
}
if (mode === "endless") tools = [{ name: "big", description: "x".repeat(1 << 20), inputSchema: schema() }];
if (mode === "silent" || mode === "deaf") setInterval(() => {}, 1000);
if (mode === "deaf") process.stdin.pause();
if (mode === "broken") {
  console.error("cannot find the database");
  process.exit(3);
}
if (mode === "junk") {
  console.log("Starting up...");
  console.log("{ this is no JSON");
  console.log("[".repeat(5000));
}
if (mode === "flood") for (let i = 0; i < 20000; i++) send({ method: "notifications/tools/list_changed" });
if (mode === "forks") {
  const child = spawn("sleep", ["300"], { stdio: "ignore", detached: true });
  writeFileSync(extra, String(child.pid));
  process.on("SIGTERM", () => {});
}

const waiting = new Map();
let heard;
const listened = new Promise((resolve) => (heard = resolve));
let calls = 0;
const attack = async (id, way) => {
  switch (way) {
    case "endless line":
      for (;;) await new Promise((resolve) => process.stdout.write("x".repeat(1 << 20), resolve));
    case "errors":
      for (let i = 0; i < 100; i++) await new Promise((resolve) => process.stderr.write("e".repeat(1 << 20), resolve));
      return text("still good");
    case "depth":
      process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${'{"a":'.repeat(50000)}1${"}".repeat(50000)}}\n`);
      return new Promise(() => {});
    case "types":
      for (const line of [
        { id: { a: 1 }, result: 5 },
        { id: "x", method: 7 },
        { id: [], method: "ping", params: [] },
        { id: -1, error: "bad" },
        { method: "notifications/progress", params: "no" },
        { method: "notifications/progress", params: { progressToken: {}, progress: "far" } },
        { method: "notifications/message", params: { level: 3, data: [[]] } },
      ])
        send(line);
      process.stdout.write('{"jsonrpc":"2.0"}\n[]\nnull\n"x"\n12\n[1,2]\n\u0000\n');
      return text("still good");
    case "no object":
      send({ id, result: "just a text" });
      return new Promise(() => {});
    case "size":
      return text("z".repeat(30 << 20));
  }
};
const answer = async (id, params) => {
  switch (params.name) {
    case "echo":
      return text(`Echo: ${params.arguments?.message}`);
    case "slow":
      for (let i = 1; i <= 8; i++) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        send({
          method: "notifications/progress",
          params: { progressToken: params._meta?.progressToken, progress: i, total: 8, message: `step ${i}` },
        });
      }
      return text("slow but sure");
    case "count":
      writeFileSync(extra, String(++calls));
      process.exit(1);
    case "long":
      return text("first line\n" + "x".repeat(30000) + "\nlast line");
    case "picture":
      return { content: [{ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }], structuredContent: { a: 1 } };
    case "grow":
      tools = tools.filter((tool) => tool.name !== "picture");
      tools.push({ name: "grown", description: "Was not there before", inputSchema: schema() });
      if (mode === "stateless") await listened;
      send({ method: "notifications/tools/list_changed" });
      return text("grew");
    case "die":
      console.error("out of memory, goodbye");
      process.exit(7);
    case "never":
      console.error("waiting for the lock");
      return new Promise(() => {});
    case "grown":
      return text("new");
    case "ask": {
      const reply = await new Promise((resolve) => {
        waiting.set("ask-1", resolve);
        send({
          id: "ask-1",
          method: "elicitation/create",
          params: {
            message: "Which colour?",
            requestedSchema: schema({ colour: { type: "string", enum: ["red", "blue"], default: "blue" } }),
          },
        });
      });
      return text(JSON.stringify(reply));
    }
    case "page": {
      const reply = await new Promise((resolve) => {
        waiting.set("page-1", resolve);
        const question = { mode: "url", message: "Please sign the paper", elicitationId: "e1", url: params.arguments.url };
        send({ id: "page-1", method: "elicitation/create", params: question });
      });
      return text(JSON.stringify(reply));
    }
    case "paged": {
      const page = { mode: "url", message: "Sign in first", elicitationId: "e2", url: "https://example.com/in" };
      send({ id, error: { code: -32042, message: "A page has to be opened", data: { elicitations: [page] } } });
      return new Promise(() => {});
    }
    case "attack":
      return attack(id, params.arguments.way);
    default:
      return { ...text("no such tool"), isError: true };
  }
};

const handle = async ({ id, method, params = {}, result, error }) => {
  if (!method) {
    waiting.get(id)?.(result ?? error);
    return;
  }
  if (mode === "silent") return;
  if (mode === "strict" && method === "server/discover") process.exit(1);
  if (mode === "stateless" && !params._meta?.["io.modelcontextprotocol/protocolVersion"]) process.exit(1);
  switch (method) {
    case mode === "stateless" && "server/discover":
      return send({
        id,
        result: {
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: { listChanged: true } },
          ttlMs: 0,
          cacheScope: "private",
        },
      });
    case mode === "stateless" && "subscriptions/listen":
      if (params.notifications?.toolsListChanged) heard();
      return;
    case "initialize":
      return send({
        id,
        result: {
          protocolVersion: mode === "old" ? "2024-11-05" : mode === "future" ? "2031-01-01" : "2025-11-25",
          capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
          serverInfo: { name: "test", version: "1" },
          instructions: "A server for tests.\nSecond line.",
        },
      });
    case "tools/list": {
      if (mode === "endless") return send({ id, result: { tools, nextCursor: "more" } });
      const from = Number(params.cursor ?? 0);
      const page = mode === "many" ? 100 : 5;
      const next = from + page < tools.length ? { nextCursor: String(from + page) } : {};
      return send({ id, result: { tools: tools.slice(from, from + page), ...next } });
    }
    case "tools/call":
      return send({ id, result: await answer(id, params) });
    case "resources/list":
      return send({ id, result: { resources: [{ uri: "test://one", name: "one" }, { uri: "ui://app", name: "app" }] } });
    case "resources/read":
      return send({ id, result: { contents: [{ uri: params.uri, text: "content of one" }] } });
    case "prompts/list":
      return send({
        id,
        result: { prompts: [{ name: "greet", description: "Greets", arguments: [{ name: "who", required: true }] }] },
      });
    case "prompts/get":
      return send({
        id,
        result: { messages: [{ role: "user", content: { type: "text", text: `Greet ${params.arguments.who}` } }] },
      });
    default:
      if (id !== undefined) send({ id, error: { code: -32601, message: `no method ${method}` } });
  }
};
if (mode !== "deaf") createInterface({ input: process.stdin }).on("line", (line) => void handle(JSON.parse(line)));
