// The files of a mod: read from its plugin's folder, translated, and given to the mod's realm. Nothing outside of the folder is read.
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { fileURLToPath } from "node:url";
import { createJiti } from "./packages.mjs";

const ENDINGS = [".ts", ".tsx", ".jsx", ".js", ".mjs", ".cjs", ".mts", ".cts"];
const REALM = fileURLToPath(new URL("./realm.mjs", import.meta.url));
/** What a translated file is called with; see realm.mjs. */
const PARAMETERS = ["exports", "require", "module", "__filename", "React", "h", "Fragment"];
const OURS = new Set(["claude-code", "claude-code/testing"]);

let translator;
let realm;

/** The realm of a mod, which has the objects of JavaScript and nothing else, and what runs in it beside the mod. */
export function makeRealm(name, ask) {
  realm ??= new vm.Script(fs.readFileSync(REALM, "utf8"), { filename: REALM });
  const context = vm.createContext(Object.create(null), { name, codeGeneration: { strings: false, wasm: false } });
  return { context, inside: realm.runInContext(context)(ask) };
}

/**
 * Reads a module and all that it imports, and defines them in a realm.
 *
 * @param known the names of all calls
 * @returns the file of the module, and the calls that its files name
 */
export function define(root, module, { context, inside }, known) {
  const calls = new Set();
  const folder = fs.realpathSync(root);
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = translated(file);
    for (const [, noun, method] of code.matchAll(/\$\.(\w+)\.(\w+)\b/g)) if (known.has(`${noun}.${method}`)) calls.add(`${noun}.${method}`);
    const imports = {};
    for (const [, name] of code.matchAll(/\brequire\("([^"\n]+)"\)/g)) {
      if (OURS.has(name)) continue;
      const found = resolved(name, file);
      if (found && isInside(folder, found)) imports[name] = found;
    }
    inside.define(file, vm.compileFunction(code, PARAMETERS, { parsingContext: context, filename: file }), JSON.stringify(imports));
    for (const one of Object.values(imports)) visit(one);
  };
  const first = fs.realpathSync(path.resolve(module));
  if (!isInside(folder, first)) throw new Error(`${module} is not inside of the plugin`);
  if (!ENDINGS.includes(path.extname(first))) throw new Error(`${module} must end in ${ENDINGS.join(", ")}`);
  visit(first);
  return { module: first, calls: [...calls].sort() };
}

function isInside(folder, file) {
  return file.startsWith(folder + path.sep);
}

function translated(file) {
  translator ??= createJiti(fileURLToPath(import.meta.url), { fsCache: false });
  const code = translator.transform({ source: fs.readFileSync(file, "utf8"), filename: file, ts: true, jsx: true, async: false });
  if (/\bjitiImport\b/.test(code)) throw new Error(`${file}: import() is not possible in a mod; import what it needs at the top`);
  return code;
}

/** The file that a relative import means, behind all links. */
function resolved(name, from) {
  if (!name.startsWith("./") && !name.startsWith("../")) return undefined;
  const base = path.resolve(path.dirname(from), name);
  const stem = base.replace(/\.([cm]?)js(x?)$/, "");
  const twin = base === stem ? [] : [".ts", ".tsx", ".mts", ".cts"].map((ending) => stem + ending);
  const all = [base, ...twin, ...ENDINGS.map((ending) => base + ending), ...ENDINGS.map((ending) => path.join(base, `index${ending}`))];
  for (const file of all) {
    if (ENDINGS.includes(path.extname(file)) && fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return fs.realpathSync(file);
  }
  return undefined;
}
