// Runs in the engine before the script, and stays around it. What it uses it takes before the script can change anything.
// All of it but `start` runs when the engine is prepared: it may depend on nothing that is of one script.
const invoke = globalThis.java_invoke;
delete globalThis.java_invoke;
const kept = new Set(("Object Function Error EvalError RangeError ReferenceError SyntaxError TypeError URIError InternalError"
  + " AggregateError SuppressedError Iterator Array parseInt parseFloat isNaN isFinite queueMicrotask decodeURI"
  + " decodeURIComponent encodeURI encodeURIComponent escape unescape Infinity NaN undefined eval Number Boolean String"
  + " Math Reflect Symbol globalThis BigInt Date RegExp JSON Proxy Map Set WeakMap WeakSet WeakRef FinalizationRegistry"
  + " ArrayBuffer SharedArrayBuffer Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array"
  + " BigInt64Array BigUint64Array Float16Array Float32Array Float64Array DataView Atomics Promise DisposableStack"
  + " AsyncDisposableStack performance").split(" "));
const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, isFrozen } = Object;
const { ownKeys } = Reflect;
const { parse, stringify } = JSON;
const { now } = Date;
const evaluate = globalThis.eval;
for (const name of ownKeys(globalThis)) {
  if (!kept.has(name)) delete globalThis[name];
}

/** Asks the host; an answer that begins with "!" is an error, which is from no place in the script, and "-" is none. */
function ask(operation, value) {
  const answer = invoke("", operation, value === undefined ? "null" : stringify(value) ?? "null");
  if (answer[0] === "!") throw Object.assign(new Error(answer.slice(1)), { stack: "" });
  return answer === "-" ? undefined : parse(answer);
}

/** The script and its limits. */
let setup;

/** An error as Node writes it: its name and message, then the lines of the script. */
function errorText(error) {
  const head = error.message ? error.name + ": " + error.message : String(error.name);
  const stack = typeof error.stack === "string" ? error.stack : "";
  return [head, ...ask("frames", stack)].join("\n");
}
function shown(value) {
  if (typeof value === "string") return value;
  if (value instanceof Error) return errorText(value);
  try {
    return stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

// Calls that are under way, by their numbers.
const waiting = new Map();
function call(name, argument) {
  return new Promise((resolve, reject) => {
    waiting.set(ask("call", [name, argument]), { resolve, reject });
  });
}

/** An object that names what is close to a member that it lacks. */
function guarded(members, label, names, hint) {
  const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return new Proxy(freeze(members), {
    get(target, name, receiver) {
      if (typeof name !== "string" || name in target || name in Object.prototype || name === "then" || name === "toJSON") {
        return Reflect.get(target, name, receiver);
      }
      const wanted = plain(name);
      const same = names.filter((one) => plain(one) === wanted);
      const close = same.length > 0 || wanted === "" ? same
        : names.filter((one) => plain(one).includes(wanted) || wanted.includes(plain(one)));
      const help = close.length > 0 ? ` Did you mean ${close.slice(0, 5).map((one) => `${label}.${one}`).join(", ")}?`
        : names.length <= 20 ? ` Available: ${names.join(", ")}.` : "";
      throw new TypeError(
        `${label}.${name} does not exist.${help}${hint} Check for a member with "${name}" in ${label}.`);
    },
  });
}
function global(name, value) {
  defineProperty(globalThis, name, { value, enumerable: true, configurable: false, writable: false });
}
function bare(members) {
  return Object.assign(Object.create(null), members);
}

for (const name of ["searchTools", "describeTool", "describeNamespace"]) {
  global(name, async (...values) => ask(name, values));
}
const models = bare();
for (const name of ["getModelsOfType", "getAvailableOfType", "getModelOfType", "classify", "generateImages"]) {
  models[name] = async (...values) => ask("models." + name, values);
}
global("models", guarded(models, "models", ownKeys(models), ""));

let characters = 0;
let outputs = 0;
function output(kind, value, length) {
  characters += length;
  outputs++;
  if (characters > setup.characters || outputs > setup.outputs) {
    fail(new RangeError(`script output exceeded the limit of ${setup.characters} characters or ${setup.outputs} text(),`
      + " image(), and console calls. Print a summary instead, or write large data to a file with a tool."));
  }
  ask(kind, value);
}
global("text", (value) => {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  const written = isObject ? stringify(value) ?? String(value) : String(value);
  output("text", written, written.length);
});
const line = (...values) => {
  const written = values.map(shown).join(" ");
  output("console", written, written.length);
};
global("console", bare({ log: line, info: line, warn: line, error: line, debug: line }));

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const bytesOf = (text) => {
  const plain = String(text).replace(/\s+/g, "").replace(/={1,2}$/, "");
  if (plain.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(plain)) throw new TypeError("atob: the text is not base64");
  let bytes = "";
  for (let i = 0, bits = 0, held = 0; i < plain.length; i++) {
    held = ((held << 6) | BASE64.indexOf(plain[i])) & 0xffff;
    bits += 6;
    if (bits >= 8) bytes += String.fromCharCode((held >> (bits -= 8)) & 255);
  }
  return bytes;
};
const base64Of = (bytes) => {
  const given = String(bytes);
  let text = "";
  for (let i = 0; i < given.length; i += 3) {
    const three = [0, 1, 2].map((n) => given.charCodeAt(i + n) || 0);
    if (three.some((byte) => byte > 255)) throw new TypeError("btoa: a character is above 255");
    const held = (three[0] << 16) | (three[1] << 8) | three[2];
    for (let n = 0; n < 4; n++) text += i + n > given.length ? "=" : BASE64[(held >> (18 - 6 * n)) & 63];
  }
  return text;
};
for (const [name, value] of [["atob", bytesOf], ["btoa", base64Of]]) {
  defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const EXPECTED = "image expects a non-empty image URL string, an object with image_url, or an image block { type: \"image\", data, mimeType }";
function addressOf(value) {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError(EXPECTED);
  if (value.image_url !== undefined) {
    if (typeof value.image_url !== "string") throw new TypeError(EXPECTED);
    return value.image_url;
  }
  if (typeof value.type !== "string") throw new TypeError(EXPECTED);
  if (value.type !== "image") throw new TypeError(`image only accepts image blocks, got "${value.type}"`);
  if (typeof value.data !== "string" || value.data === "") throw new TypeError("image expected image block data");
  return /^data:/i.test(value.data) ? value.data : "data:;base64," + value.data;
}
// What base64 of the first bytes begins with.
const SIGNATURES = [
  ["image/png", /^iVBORw0KGg/],
  ["image/jpeg", /^\/9j\/(?!9)/],
  ["image/gif", /^R0lGOD[dl]h/],
  ["image/webp", /^UklG.{8}RUJQ/],
];
global("image", (value) => {
  const address = addressOf(value);
  if (address === "") throw new TypeError(EXPECTED);
  if (/^https?:/i.test(address)) {
    throw new TypeError("remote image URLs are not supported in tool outputs. Pass a base64 data URI instead");
  }
  const parts = /^data:([^,]*),(.*)$/is.exec(address);
  if (!parts || !parts[1].split(";").slice(1).some((part) => part.toLowerCase() === "base64")) {
    throw new TypeError("invalid image output. Pass a base64 data URI instead");
  }
  const data = parts[2].replace(/\s+/g, "");
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
    throw new TypeError("invalid image output. The image data is not valid base64 (truncated or corrupted?)");
  }
  const type = SIGNATURES.find(([, signature]) => signature.test(data.slice(0, 16)));
  if (!type) throw new TypeError("invalid image output. The image data is not a PNG, JPEG, GIF, or WebP image");
  output("image", [data, type[0]], data.length);
});

// Values of earlier scripts, as JSON by key, and what this one changes about them.
const stored = new Map();
const changed = new Map();
const SMALL = "store() is for small state such as IDs or summaries. Show images with image(), keep large data in variables,"
  + " or write it to a file with a tool.";
const checked = (name, key) => {
  if (typeof key !== "string") throw new TypeError(`${name}() key must be a string`);
};
global("store", (key, value) => {
  checked("store", key);
  if (value === undefined) {
    stored.delete(key);
    changed.set(key, null);
    return;
  }
  let json;
  try {
    json = stringify(value);
  } catch (e) {
    throw new TypeError(`store(${stringify(key)}) value is not JSON-serializable: ${shown(e)}`);
  }
  if (json === undefined) throw new TypeError(`store(${stringify(key)}) value is not JSON-serializable`);
  if (json.length > setup.longest) {
    throw new RangeError(`store(${stringify(key)}) value has ${json.length} characters of JSON, more than the limit of`
      + ` ${setup.longest}. ${SMALL}`);
  }
  let all = key.length + json.length;
  for (const [other, text] of stored) if (other !== key) all += other.length + text.length;
  if (all > setup.most) {
    throw new RangeError(`store is full: stored values would exceed ${setup.most} characters of JSON. Delete keys with`
      + ` store(key, undefined). ${SMALL}`);
  }
  stored.set(key, json);
  changed.set(key, json);
});
global("load", (key) => {
  checked("load", key);
  const json = stored.get(key);
  return json === undefined ? undefined : parse(json);
});

const done = (result) => ask("done", [[...changed], ...result]);
global("exit", () => done([]));
function fail(e) {
  let text;
  try {
    text = e instanceof Error ? errorText(e) : "Error: " + shown(e);
  } catch {
    text = "Error: The script threw a value that cannot be described";
  }
  ask("failed", text);
}

// Hands the result of a call to whoever waits for it. The host has one only when it runs this itself.
defineProperty(globalThis, Symbol.for("next"), { value: () => {
  const end = ask("next");
  if (end === undefined) return;
  const { resolve, reject } = waiting.get(end.number);
  waiting.delete(end.number);
  if (end.ok) resolve(end.value);
  else reject(new Error(end.value));
} });

/**
 * Freezes what a value consists of, and what that consists of. What objects often have of their own, such as the name of an
 * error, becomes an accessor: what only a frozen prototype has cannot be assigned.
 */
const ASSIGNED = new Set(["constructor", "name", "message", "toString", "toLocaleString", "valueOf", "toJSON"]);
function freezeAll(value) {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || isFrozen(value)) return;
  for (const key of ownKeys(value)) {
    const own = getOwnPropertyDescriptor(value, key);
    if (own.writable && own.configurable && (value === Object.prototype || ASSIGNED.has(key))) {
      const { get, set } = getOwnPropertyDescriptor({
        get of() {
          return own.value;
        },
        set of(next) {
          if (this === value) throw new TypeError(`Cannot assign to read only property '${String(key)}' of a built-in`);
          if ((typeof this === "object" && this !== null) || typeof this === "function") {
            defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
          }
        },
      }, "of");
      defineProperty(value, key, { get, set, enumerable: own.enumerable, configurable: false });
    }
  }
  freeze(value);
  for (const key of ownKeys(value)) {
    const { get, set, value: part } = getOwnPropertyDescriptor(value, key);
    freezeAll(get);
    freezeAll(set);
    freezeAll(part);
    // An accessor hides what it returns.
    if (get && ASSIGNED.has(key)) freezeAll(value[key]);
  }
  freezeAll(getPrototypeOf(value));
}
// The engine's own has the seed with which it was prepared, so all scripts would draw the same.
let a, b, c, count;
function word() {
  const sum = (a + b + count) | 0;
  count = (count + 1) | 0;
  a = b ^ (b >>> 9);
  b = (c + (c << 3)) | 0;
  c = (((c << 21) | (c >>> 11)) + sum) | 0;
  return sum >>> 0;
}
Math.random = { random: () => (word() * 2 ** 21 + (word() >>> 11)) / 2 ** 53 }.random;
for (const name of ownKeys(globalThis)) {
  if (name === "globalThis") continue;
  freezeAll(globalThis[name]);
  defineProperty(globalThis, name, { configurable: false, writable: false });
}
for (const sample of [async () => {}, function* () {}, async function* () {}, [][Symbol.iterator](), "".matchAll(/./g),
  new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ""[Symbol.iterator](), Int8Array,
  Iterator.from({ next() {} }), [].values().map((x) => x)]) {
  freezeAll(getPrototypeOf(sample));
}

const start = Symbol.for("start");
defineProperty(globalThis, start, { configurable: true, value: () => {
  delete globalThis[start];
  setup = ask("begin");
  [a, b, c, count] = setup.seed;
  for (const [key, json] of Object.entries(setup.store)) stored.set(key, json);
  const origin = now();
  global("performance", freeze({ now: freeze(() => now() - origin), timeOrigin: origin }));
  const members = bare();
  for (const { name, raw } of setup.tools) {
    const begin = (argument) => call(raw, argument);
    members[name] ??= begin;
    members[raw] ??= begin;
  }
  global("tools", guarded(members, "tools", setup.tools.map((tool) => tool.name),
    " ALL_TOOLS lists every tool; searchTools(query) finds tools by topic."));
  global("ALL_TOOLS", freeze(setup.tools.map(({ name, description }) => freeze({ name, description }))));
  let main;
  try {
    main = evaluate("(async (tools, console) => {" + setup.code + "\n})");
  } catch (e) {
    fail(e);
  }
  ask("main");
  main(tools, console).then((value) => {
    const json = stringify(value);
    done(json === undefined ? [] : [typeof value === "string" ? value : json]);
  }).then(undefined, fail);
} });
