// The modules of extensions: read, translated and run once, until they change or a reload asks for it.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti, modules } from "./packages.mjs";

const factories = new Map();
/** Files that are read before Pawl asks for it, and since when. */
const ahead = new Map();
/** Files that were read a moment ago, for the `load` that follows. */
const checked = new Set();
const AHEAD_MS = 1_000;
let loader;
let patienceTimes = 1;
let cache = true;
let bePatient = () => {};

/**
 * @param folder where translated files are kept, or whether they are
 * @param patient is called with how many times the usual patience the thread may be busy from now on
 */
export function useFactories(folder, patient) {
  cache = folder ?? true;
  bePatient = patient;
}

/** What a file does once, when it is read, is done again from now on. */
export function renew() {
  ahead.clear();
  checked.clear();
  factories.clear();
}

/** Reads a file and what it imports; that may keep this thread busy longer than a call may. */
export async function readFile(file, times) {
  patienceTimes = times;
  const { at, done } = ahead.get(file) ?? {};
  ahead.delete(file);
  await (done && Date.now() - at < AHEAD_MS ? done : patiently(file));
  checked.add(file);
}

/** The factory of a file; that of one that was just read is not looked at again. */
export async function factoryOf(file) {
  return (checked.delete(file) ? factories.get(file)?.factory : undefined) ?? imported(file);
}

async function patiently(file) {
  bePatient(patienceTimes);
  try {
    return await imported(file);
  } finally {
    bePatient(1);
  }
}

/** Reads the file that comes next while Pawl is busy with what the one before it registered. */
export function readAhead(file) {
  const done = patiently(file);
  // It is reported when Pawl asks for the file.
  done.catch(() => {});
  ahead.set(file, { at: Date.now(), done });
}

/**
 * A module that has not changed since is not run again for another session: what it keeps outside of its factory
 * outlives that. A reload runs all of them again.
 */
async function imported(file) {
  const known = factories.get(file);
  if (known && !changedSince(path.dirname(file), known.at, 0)) return known.factory;
  const at = Date.now();
  // It keeps nothing of a file that it has read.
  loader ??= createJiti(fileURLToPath(import.meta.url), {
    moduleCache: false,
    tryNative: false,
    virtualModules: modules,
    fsCache: cache,
  });
  const factory = await loader.import(file, { default: true });
  if (typeof factory !== "function") {
    throw new Error("it has no default export that is a function: write export default function (pi) { … }");
  }
  factories.set(file, { factory, at });
  return factory;
}

function changedSince(folder, at, depth) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) continue;
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth < 4 && changedSince(child, at, depth + 1)) return true;
    } else if (/\.([cm]?[jt]sx?|json)$/.test(entry.name) && fs.statSync(child).mtimeMs > at) {
      return true;
    }
  }
  return false;
}
