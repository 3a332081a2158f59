// Providers that extensions bring, and those that answer themselves.
import { failure } from "./models.mjs";
import { keepFunction } from "./functions.mjs";

export function providerRegistration(extension, nameOrProvider, given) {
  const own = typeof nameOrProvider === "string" ? null : nameOrProvider;
  const name = own ? own.id : nameOrProvider;
  const config = own ? fromProvider(own) : given;
  if (!name) throw new Error("a provider needs a name");
  if (!config) throw new Error(`provider "${name}" needs a configuration`);
  extension.providers.set(name, config);
  const { streamSimple, oauth, models, refreshModels, ...plain } = config;
  return {
    kind: "provider",
    name,
    config: { ...plain, models: models ? models.map((model) => ({ ...model })) : null },
    stream: streamSimple ? keepFunction(extension, (args, call) => answer(streamSimple, args, call)) : null,
    oauth: oauth
      ? {
          name: oauth.name ?? name,
          login: keepFunction(extension, (_, call) => oauth.login(callbacks(call))),
          refresh: keepFunction(extension, ([credentials], call) => oauth.refreshToken(credentials, call.signal)),
          apiKey: keepFunction(extension, ([credentials]) => oauth.getApiKey(credentials)),
        }
      : null,
  };
}

/** A provider object of pi-ai's, told by its models; it answers itself. */
function fromProvider(provider) {
  const models = provider.getModels?.() ?? provider.models ?? [];
  return {
    name: provider.name ?? provider.id,
    baseUrl: provider.baseUrl,
    apiKey: "provider",
    api: models[0]?.api ?? provider.id,
    models,
    streamSimple: (model, context, options) => (provider.streamSimple ?? provider.stream).call(provider, model, context, options),
  };
}

/** Hands over the pieces of an answer as they come, and the whole at the end. */
async function answer(streamSimple, [model, context, options], call) {
  let last;
  try {
    const stream = await streamSimple(model, context, { ...options, signal: call.signal });
    for await (const event of stream) {
      if (event.type === "done") last = event.message;
      else if (event.type === "error") last = event.error;
      else call.emit("stream.event", [slim(event)]);
    }
    return last ?? (await stream.result());
  } catch (error) {
    return failure(model, error);
  }
}

/** A piece without the answer so far, unless that is all it has. */
function slim(event) {
  const { partial, ...rest } = event;
  return event.type === "start" ? { ...rest, partial } : rest;
}

function callbacks(call) {
  return {
    onAuth: ({ url, instructions }) => call.emit("login.url", [url, instructions ?? null]),
    onDeviceCode: ({ userCode, verificationUri }) => call.emit("login.url", [verificationUri, `Code: ${userCode}`]),
    onPrompt: ({ message }) => call.ask("login.ask", [message]),
    onManualCodeInput: () => call.ask("login.ask", ["Paste the code, or the address you were sent to"]),
    onProgress: (message) => call.emit("login.progress", [message]),
    onSelect: ({ message, options }) => call.ask("login.ask", [`${message}\n${options.map((o) => o.id).join(", ")}`]),
    signal: call.signal,
  };
}
