// What went wrong, in words that name the file and the line.
import path from "node:path";
import { fileURLToPath } from "node:url";

const OURS = path.dirname(fileURLToPath(import.meta.url));

const SPEECHLESS = "something that cannot be put into words";

/** What was thrown, whatever it is: its fields may themselves throw. */
export function asFailure(error) {
  const name = words(() => error?.name, "");
  const message = words(() => error?.message, "") || (isObject(error) && name) || words(() => error, SPEECHLESS);
  return { message, name, stack: own(words(() => error?.stack, "")) };
}

function isObject(value) {
  return typeof value === "object" && value !== null;
}

/** A text that is asked for, or another one where it cannot be had. */
function words(get, otherwise) {
  try {
    const value = get();
    if (value === undefined || value === null) return otherwise === SPEECHLESS ? String(value) : otherwise;
    return String(value);
  } catch {
    return otherwise;
  }
}

/** A stack without what lies below the extension: that is the bridge, which helps nobody. */
function own(stack) {
  const lines = stack.split("\n");
  const below = lines.findIndex((line) => line.includes(OURS));
  return below > 1 ? lines.slice(0, below).join("\n") : stack;
}

/** A failure to load, with the place in the extension's own files if it is known. */
export function blame(error, file) {
  const failure = asFailure(error);
  const folder = path.dirname(file);
  const place = placeIn(failure.stack, folder) ?? placeIn(failure.message, folder);
  const words = failure.message.replace(/\n[\s\S]*$/, "");
  return { ...failure, message: place && !words.includes(place) ? `${words} (${place})` : words };
}

function placeIn(text, folder) {
  for (const line of text.split("\n")) {
    const at = line.indexOf(folder);
    if (at < 0) continue;
    const found = /^(.+?\.[cm]?[jt]sx?|.+?\.json):(\d+)(?::(\d+))?/.exec(line.slice(at));
    if (found) return `${found[1]}:${found[2]}`;
  }
  return null;
}

/** A value in words, for messages. */
export function describe(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value !== "object") return String(value);
  return Array.isArray(value) ? "a list" : "an object";
}
