// A tool server over HTTP for tests: "modern" speaks 2026-07-28 only, "legacy" 2025-11-25 only, and "mute" is a legacy one that
// does not answer notices. Prints its port.
import { createServer } from "node:http";

const mode = process.argv[2] ?? "modern";
const tools = [
  {
    name: "echo",
    description: "Says it again",
    inputSchema: { type: "object", properties: { message: { type: "string", "x-mcp-header": "Message" } } },
    annotations: { readOnlyHint: true },
  },
  { name: "evil", inputSchema: { type: "object", properties: { a: { type: "string", "x-mcp-header": "a b\r\nX: y" } } } },
];
let session = 0;
let forgotten = false;
let busy = 0;

const result = (method, params, headers) => {
  switch (method) {
    case "server/discover":
      return { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, serverInfo: { name: "http", version: "1" } };
    case "initialize":
      return { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "http", version: "1" } };
    case "tools/list":
      return { tools };
    case "resources/list":
      return { resources: [] };
    case "tools/call": {
      const said = params.arguments.message;
      if (said === "ask often" && !params.inputResponses) {
        const questions = Array.from({ length: 1000 }, (_, i) => [`q${i}`, { method: "roots/list", params: {} }]);
        return { resultType: "input_required", inputRequests: Object.fromEntries(questions) };
      }
      if (said === "ask" && !params.inputResponses) {
        return {
          resultType: "input_required",
          requestState: "opaque",
          inputRequests: { where: { method: "roots/list", params: {} } },
        };
      }
      const more = params.inputResponses ? ` at ${params.inputResponses.where.roots.length} (${params.requestState})` : "";
      return { content: [{ type: "text", text: `Echo: ${said}${more} [${headers["mcp-param-message"] ?? "-"}]` }] };
    }
  }
};

createServer((request, response) => {
  let body = "";
  request.on("data", (piece) => (body += piece));
  request.on("end", () => {
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method, params = {} } = JSON.parse(body);
    const send = (status, message, headers = {}) =>
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify({ jsonrpc: "2.0", id, ...message }));
    if (request.headers.authorization !== "Bearer good") return response.writeHead(401).end();
    if (mode === "modern") {
      const meta = params._meta ?? {};
      const good =
        request.headers["mcp-protocol-version"] === "2026-07-28" &&
        request.headers["mcp-method"] === method &&
        meta["io.modelcontextprotocol/protocolVersion"] === "2026-07-28" &&
        (method !== "tools/call" || request.headers["mcp-name"] === params.name);
      if (!good) return send(400, { error: { code: -32020, message: "header mismatch" } });
    } else {
      if (method === "server/discover") return send(400, { error: { code: -32600, message: "not initialized" } });
      if (id === undefined) return mode === "mute" ? undefined : response.writeHead(202).end();
      if (method === "resources/list" && busy++ % 2 === 0) return response.writeHead(503).end();
      if (params.arguments?.message === "never") return;
      if (method === "initialize") return send(200, { result: result(method) }, { "Mcp-Session-Id": `s${++session}` });
      if (params.arguments?.message === "forget" && !forgotten) {
        forgotten = true;
        return response.writeHead(404).end();
      }
      if (request.headers["mcp-session-id"] !== `s${session}`) return response.writeHead(404).end();
    }
    const answer = { result: result(method, params, request.headers) };
    if (method !== "tools/call") return send(200, answer);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(`: keep-alive\n\nevent: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n\n`);
    if (params.arguments?.message !== "without end") response.end();
  });
}).listen(0, "127.0.0.1", function () {
  console.log(this.address().port);
});
