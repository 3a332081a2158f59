// How extensions talk to each other. Those in this process hand each other the very objects; Java hooks get their JSON.
import { tell } from "./channel.mjs";
import { asFailure } from "./failures.mjs";

const listeners = new Map();

function hear(channel, data, only) {
  for (const listener of [...(listeners.get(channel) ?? [])]) {
    if (only && listener.extension !== only) continue;
    try {
      const returned = listener.run(data);
      returned?.then?.(undefined, (error) => complain(channel, error));
    } catch (error) {
      complain(channel, error);
    }
  }
}

function complain(channel, error) {
  const { message, stack } = asFailure(error);
  console.error(`Event handler error (${String(channel)}): ${stack || message}`);
}

export const bus = {
  on(channel, run, extension) {
    const listener = { run, extension };
    if (!listeners.has(channel)) listeners.set(channel, new Set());
    listeners.get(channel).add(listener);
    return () => listeners.get(channel)?.delete(listener);
  },
  emit(channel, data, from) {
    hear(channel, data);
    try {
      tell("bus", from, [channel, JSON.parse(JSON.stringify(data ?? null))]);
    } catch {
      // What is not JSON is delivered to extensions of this process only.
    }
  },
  /** Delivers an event of a Java hook. */
  deliver(channel, data, extension) {
    hear(channel, data, extension);
  },
};
