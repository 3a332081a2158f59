// The models that can be asked, and the keys to them.
import { inspect } from "node:util";
import { request, requestSync } from "./channel.mjs";
import { module } from "./packages.mjs";
import { keepFunction, dropFunction } from "./functions.mjs";

/** What of a model can be changed by writing into it. */
const CHANGEABLE = new Set(
  "name baseUrl reasoning thinkingLevelMap input cost contextWindow maxTokens samplingParams compat".split(" "),
);

/** A model as an extension sees it: what is written into it counts for all, as in pi. */
export function live(extension, model) {
  if (!model) return model;
  const { provider, id } = model;
  const written = (name, value) => extension.overrideModel?.({ provider, id, fields: { [name]: value } });
  return watched(model, (name, value) => CHANGEABLE.has(name) && written(name, value));
}

/** An object like another one, which says when one of its fields is assigned, on any level; it is cloned and printed as one. */
function watched(object, assigned) {
  const values = { ...object };
  const twin = {};
  for (const name of Object.keys(values)) {
    const value = values[name];
    const tell = () => assigned(name, values[name]);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) values[name] = watched(value, tell);
    Object.defineProperty(twin, name, {
      enumerable: true,
      configurable: true,
      get: () => values[name],
      set: (next) => ((values[name] = next), tell()),
    });
  }
  return Object.defineProperty(twin, inspect.custom, { value: () => ({ ...twin }), configurable: true, writable: true });
}

export function modelRegistry({ from, state, extension }) {
  const one = (model) => live(extension, model);
  const ask = (method, ...args) => (state(), requestSync(method, from, args));
  const keyOf = (model) => request("models.key", from, [model?.provider, model?.id]);
  const auth = async (model) => {
    const found = await request("models.auth", from, [model?.provider, model?.id]);
    if (!found?.apiKey && !found?.headers) return { ok: false, error: `No API key found for "${model?.provider}"` };
    return { ok: true, ...found };
  };
  const registry = {
    find: (provider, id) => one(ask("models.find", provider, id)),
    getAll: () => ask("models.all").map(one),
    getAvailable: () => ask("models.available").map(one),
    getAvailableModels: () => ask("models.available").map(one),
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
