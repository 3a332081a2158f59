// The packages that extensions import by pi's names. There is one copy of each, loaded when somebody asks for it.
// What pi-ai imports late is imported here early: an import under way cannot be waited for by those who require it.
import "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import threads from "node:worker_threads";

const FAMILY = /^@(?:earendil-works|mariozechner|oh-my-pi)\/(pi-[a-z-]+)(\/.+)?$/;
const TYPEBOX = /^(?:typebox|@sinclair\/typebox)(\/.+)?$/;

// Packages that were made for newer ones mark objects with it; in an older Node nothing is lost without the mark.
threads.markAsUncloneable ??= () => {};

let home = "";
let require = createRequire(import.meta.url);
const loaded = new Map();
const overrides = new Map();

export function useCopyIn(folder) {
  home = folder;
  require = createRequire(path.join(folder, "node_modules", "pawl.js"));
}

/** Puts names of our own in front of a package's. */
export function override(name, members) {
  overrides.set(name, members);
}

/** Loads what every extension needs, before the first one comes. */
export function warm() {
  require("jiti");
}

export function createJiti(...args) {
  return require("jiti").createJiti(...args);
}

/** What the loader asks for modules by name: ours, or nothing. */
export const modules = new Proxy(
  {},
  {
    has: (_, name) => typeof name === "string" && canonical(name) !== null,
    get: (_, name) => (typeof name === "string" ? module(name) : undefined),
  },
);

/** A file of the pi-coding-agent package, by its path under dist. */
export function internal(file) {
  return require(path.join(home, "node_modules", "@earendil-works", "pi-coding-agent", "dist", file));
}

export function module(name) {
  const key = canonical(name);
  if (key === null) return undefined;
  if (!loaded.has(key)) loaded.set(key, load(key));
  return loaded.get(key);
}

function canonical(name) {
  const typebox = TYPEBOX.exec(name);
  if (typebox) return "typebox" + (typebox[1] ?? "");
  const member = FAMILY.exec(name);
  if (!member) return null;
  const [, main, sub = ""] = member;
  if (!fs.existsSync(path.join(home, "node_modules", "@earendil-works", main))) return null;
  if (sub === "/hooks" || sub === "/extensions") return `@earendil-works/${main}`;
  // The whole of pi-ai is what older extensions expect under its plain name, and newer ones find its models apart.
  if (main === "pi-ai" && (sub === "" || sub === "/models")) return "@earendil-works/pi-ai/compat";
  return `@earendil-works/${main}${sub}`;
}

function load(key) {
  if (key === "@earendil-works/pi-coding-agent") return codingAgent();
  const parts = key.split("/");
  const name = parts.splice(0, key.startsWith("@") ? 2 : 1).join("/");
  const folder = path.join(home, "node_modules", name);
  const file = exported(folder, parts.length === 0 ? "." : `./${parts.join("/")}`) ?? inside(folder, parts);
  if (!file) throw new Error(`the package ${name} has no ${parts.join("/") || "main file"}`);
  return key === "@earendil-works/pi-tui" ? terminalParts(require(file)) : require(file);
}

/** What pi-tui exports, with what newer versions export besides. */
function terminalParts(package_) {
  const face = Object.defineProperty({}, "__esModule", { value: true });
  for (const name of Object.keys(package_)) {
    Object.defineProperty(face, name, { get: () => package_[name], enumerable: true, configurable: true });
  }
  face.renderFakeCursor ??= (text) => `\u001b[7m${text}\u001b[27m`;
  return face;
}

/** The file that a package exports under a path, as an import would find it. */
function exported(folder, sub) {
  const { exports, main } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  if (!exports) return sub === "." && main ? path.join(folder, main) : null;
  const table = typeof exports === "string" || !Object.keys(exports)[0]?.startsWith(".") ? { ".": exports } : exports;
  for (const [pattern, target] of Object.entries(table)) {
    const [before, after] = pattern.split("*");
    const star = after === undefined ? null : sub.slice(before.length, sub.length - after.length);
    const fits = star === null ? pattern === sub : sub.startsWith(before) && sub.endsWith(after) && star.length > 0;
    const found = fits ? forImport(target) : null;
    if (found) return path.join(folder, star === null ? found : found.replaceAll("*", star));
  }
  return null;
}

function forImport(target) {
  if (typeof target === "string") return target;
  if (Array.isArray(target)) return forImport(target[0]);
  for (const [condition, value] of Object.entries(target ?? {})) {
    if (["node", "import", "module-sync", "default"].includes(condition)) return forImport(value);
  }
  return null;
}

/** A file that a package has but does not export: older extensions reach for some. */
function inside(folder, parts) {
  for (const suffix of ["", ".js", ".mjs", "/index.js"]) {
    const file = path.join(folder, ...parts) + suffix;
    if (fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
  }
  return null;
}

/** What was exported under other names when extensions were called hooks. */
const older = {
  discoverAndLoadHooks: (face) => async (paths, cwd, ...more) =>
    asHooks(await face.discoverAndLoadExtensions(paths ?? [], cwd ?? process.cwd(), ...more)),
  loadHooks: () => async (paths, cwd, ...more) =>
    asHooks(await internal("core/extensions/loader.js").loadExtensions(paths ?? [], cwd ?? process.cwd(), ...more)),
  HookRunner: (face) => face.ExtensionRunner,
  HookToolWrapper: () => HookToolWrapper,
  execCommand: () => internal("core/exec.js").execCommand,
};

/** What newer versions export besides. */
const newer = {
  VIRTUAL_MODEL_STATE_ENTRY: () => "pi.virtual-model-state",
  formatReadLineRange: () => lineRange,
  createCodemodeExtension: () => partOfPawl("createCodemodeExtension"),
  createMcpExtension: () => partOfPawl("createMcpExtension"),
  createToolSearchExtension: () => partOfPawl("createToolSearchExtension"),
};

/** The lines that a call of read asks for, as they stand behind its path: ":5-8", or nothing for all of them. */
function lineRange(offset, limit) {
  if (offset == null && limit == null) return "";
  const [first, count] = [offset ?? 1, limit ?? 0].map(Number);
  if (!Number.isFinite(first) || !Number.isFinite(count)) return "";
  return limit == null || first + count === 1 ? `:${first}` : `:${first}-${first + count - 1}`;
}

function partOfPawl(name) {
  return () => {
    throw new Error(`${name} makes an extension of pi's own. Servers of tools and the search for tools are parts of Pawl: see docs/mcp.md`);
  };
}

function asHooks(loaded) {
  return { ...loaded, hooks: loaded.extensions };
}

/** A tool whose calls go through the handlers of a runner: tool_call before, tool_result after. */
class HookToolWrapper {
  constructor(tool, runner) {
    Object.assign(this, tool);
    this.execute = (id, input, signal, onUpdate, ctx) => wrapped(tool, runner, id, input, [signal, onUpdate, ctx]);
  }
}

async function wrapped(tool, runner, toolCallId, input, more) {
  const about = { toolName: tool.name, toolCallId, input };
  if (runner.hasHandlers("tool_call")) {
    const verdict = await runner.emitToolCall({ type: "tool_call", ...about });
    if (verdict?.block) throw new Error(verdict.reason || `a hook blocked ${tool.name}`);
  }
  const asked = (content, details, isError) =>
    runner.hasHandlers("tool_result")
      ? runner.emitToolResult({ type: "tool_result", ...about, content, details, isError })
      : undefined;
  let result;
  try {
    result = await tool.execute(toolCallId, input, ...more);
  } catch (error) {
    await asked([{ type: "text", text: error instanceof Error ? error.message : String(error) }], undefined, true);
    throw error;
  }
  const { content, details } = result;
  const changed = await asked(content, details, false);
  return changed
    ? { ...result, content: changed.content ?? content, details: changed.details === undefined ? details : changed.details }
    : result;
}

/** The exported names of pi-coding-agent, each loaded from its own file when it is used: the whole takes half a second. */
function codingAgent() {
  const dist = path.join(home, "node_modules", "@earendil-works", "pi-coding-agent", "dist");
  const face = Object.defineProperty({}, "__esModule", { value: true });
  for (const [outer, { inner, file }] of passedOn(path.join(dist, "index.js"))) {
    lazily(face, outer, () => {
      // Tools can be had without the whole program that they are exported with.
      const near = file.endsWith("/core/sdk.js") ? internal("core/tools/index.js")[inner] : undefined;
      if (near !== undefined) return near;
      if (file.includes("theme/theme") || file.includes("components")) startTheme();
      const from = origin(file, inner);
      return fileOf(from.file, outer)[from.inner];
    });
  }
  for (const [name, make] of Object.entries({ ...older, ...newer })) {
    if (!(name in face)) lazily(face, name, () => make(face));
  }
  for (const [name, value] of Object.entries(overrides.get("@earendil-works/pi-coding-agent") ?? {})) {
    Object.defineProperty(face, name, { value, enumerable: true, configurable: true });
  }
  return face;
}

const tables = new Map();

/** The names that a file exports from other files, with what they are called there. */
function passedOn(file) {
  if (!tables.has(file)) {
    const table = new Map();
    const text = fs.readFileSync(file, "utf8").replace(/^\s*\/\/.*$/gm, "");
    for (const [, names, from] of text.matchAll(/export\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g)) {
      for (const part of names.split(",").map((name) => name.trim()).filter(Boolean)) {
        const [inner, outer = inner] = part.split(/\s+as\s+/);
        table.set(outer, { inner, file: path.join(path.dirname(file), from) });
      }
    }
    tables.set(file, table);
  }
  return tables.get(file);
}

/** The file that a name comes from, so that what is beside it on the way needs not be loaded. */
function origin(file, inner) {
  const next = passedOn(file).get(inner);
  return next ? origin(next.file, next.inner) : { file, inner };
}

const broken = new Map();

function fileOf(file, name) {
  try {
    // What could not be loaded once is told in other words the second time.
    if (broken.has(file)) throw broken.get(file);
    return require(file);
  } catch (error) {
    broken.set(file, error);
    if (error instanceof SyntaxError && Number(process.versions.node.split(".")[0]) < 22) {
      throw new Error(`${name} of pi-coding-agent needs Node.js 22 or newer; this is ${process.version}`);
    }
    throw error;
  }
}

/** Files that an agent of pi's makes when it is started in this process, though it keeps nothing in them. */
const leftovers = ["auth.json", "models-store.json"]
  .map((name) => path.join(process.env.PI_CODING_AGENT_DIR ?? ".", name))
  .filter((file) => !fs.existsSync(file));

/** Takes them away again. */
export function tidy() {
  for (const file of leftovers) {
    try {
      if (fs.readFileSync(file, "utf8") === "{}") fs.unlinkSync(file);
    } catch {
      // It was never made.
    }
  }
}

function lazily(object, name, get) {
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    get() {
      const value = get();
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
      return value;
    },
  });
}

let themed = false;

/** pi's theme, made when it is first used. */
export function startTheme() {
  const theme = internal("modes/interactive/theme/theme.js");
  if (!themed) {
    themed = true;
    try {
      theme.initTheme(themeName());
    } catch {
      theme.initTheme("dark");
    }
  }
  return theme;
}

let themeName = () => "dark";

export function nameTheme(name) {
  themeName = name;
}

export const fileUrl = pathToFileURL;
