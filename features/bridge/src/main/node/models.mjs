// The models that can be asked, and the keys to them.
import { request, requestSync } from "./channel.mjs";
import { module } from "./packages.mjs";
import { keepFunction, dropFunction } from "./functions.mjs";

export function modelRegistry({ from, state, extension }) {
  const ask = (method, ...args) => (state(), requestSync(method, from, args));
  const keyOf = (model) => request("models.key", from, [model?.provider, model?.id]);
  const auth = async (model) => {
    const found = await request("models.auth", from, [model?.provider, model?.id]);
    if (!found?.apiKey && !found?.headers) return { ok: false, error: `No API key found for "${model?.provider}"` };
    return { ok: true, ...found };
  };
  const registry = {
    find: (provider, id) => ask("models.find", provider, id),
    getAll: () => ask("models.all"),
    getAvailable: () => ask("models.available"),
    getAvailableModels: () => ask("models.available"),
    getError: () => undefined,
    refresh: async () => ({}),
    hasConfiguredAuth: (model) => ask("models.hasKey", model?.provider, model?.id),
    getApiKey: keyOf,
    getApiKeyAndHeaders: auth,
    getApiKeyForProvider: (provider) => request("models.keyOf", from, [provider]),
    getProviderAuth: async (provider) => {
      const apiKey = await request("models.keyOf", from, [provider]);
      return apiKey ? { apiKey } : undefined;
    },
    getProviderAuthStatus: (provider) => ({ configured: ask("models.hasKeyOf", provider) }),
    getProvider: () => undefined,
    getProviderDisplayName: (provider) => provider,
    isUsingOAuth: () => false,
    complete: async (model, context, options) =>
      request("models.complete", from, [model, plain(context), limits(options), null], options?.signal),
    stream: (model, context, options) => stream(model, context, options),
    streamSimple: (model, context, options) => stream(model, context, options),
    registerProvider: (name, config) => extension.api.registerProvider(name, config),
    unregisterProvider: (name) => extension.api.unregisterProvider(name),
    getRegisteredProviderConfig: (name) => extension.providers?.get(name),
    getRegisteredNativeProvider: () => undefined,
    getRegisteredProviderIds: () => [...(extension.providers?.keys() ?? [])],
  };
  function stream(model, context, options) {
    const { createAssistantMessageEventStream } = module("@earendil-works/pi-ai");
    const events = createAssistantMessageEventStream();
    const listener = keepFunction(extension, ([event]) => events.push(event));
    request("models.complete", from, [model, plain(context), limits(options), listener], options?.signal)
      .then(
        (message) => {
          const failed = message.stopReason === "error" || message.stopReason === "aborted";
          events.push(
            failed
              ? { type: "error", reason: message.stopReason, error: message }
              : { type: "done", reason: message.stopReason, message },
          );
          events.end(message);
        },
        (error) => {
          const message = failure(model, error);
          events.push({ type: "error", reason: "error", error: message });
          events.end(message);
        },
      )
      .finally(() => dropFunction(extension, listener));
    return events;
  }
  return registry;
}

function plain(context) {
  return {
    systemPrompt: context?.systemPrompt,
    messages: context?.messages ?? [],
    tools: (context?.tools ?? []).map(({ name, description, parameters }) => ({ name, description, parameters })),
  };
}

function limits(options) {
  return { maxTokens: options?.maxTokens, reasoning: options?.reasoning, temperature: options?.temperature };
}

export function failure(model, error) {
  return {
    role: "assistant",
    content: [],
    api: model?.api ?? "",
    provider: model?.provider ?? "",
    model: model?.id ?? "",
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: "error",
    errorMessage: error?.message ?? String(error),
    timestamp: Date.now(),
  };
}
