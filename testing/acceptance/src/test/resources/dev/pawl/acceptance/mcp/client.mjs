// Drives a server over stdio with the protocol's own libraries and prints what it saw as one object:
//   client.mjs legacy|modern COMMAND ARGUMENTS…
const [generation, command, ...args] = process.argv.slice(2);
const seen = { asked: [], progress: [] };
const answer = request => {
  seen.asked.push(request.params.message);
  return { action: 'accept', content: { answer: true } };
};

let client;
let transport;
if (generation === 'legacy') {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, answer);
  transport = new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' });
} else {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } });
  client.setRequestHandler('elicitation/create', answer);
  transport = new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' });
}
await client.connect(transport);
seen.server = client.getServerVersion();
seen.tools = (await client.listTools()).tools.map(tool => tool.name);
const onprogress = progress => seen.progress.push(progress.message);
const call = (name, values) => {
  const params = { name, arguments: values };
  const options = { timeout: 120000, onprogress };
  return generation === 'legacy' ? client.callTool(params, undefined, options) : client.callTool(params, options);
};
seen.run = await call('run', { prompt: 'make it' });
seen.next = await call('continue', { sessionId: seen.run.structuredContent.sessionId, prompt: 'and now?' });
seen.cancel = await call('cancel', {});
await client.close();
console.log(JSON.stringify(seen));
