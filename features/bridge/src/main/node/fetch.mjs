// Fetches the packages of a lock file from the npm registry, many at a time, and unpacks what is needed to run them:
//
//   node fetch.mjs FOLDER REGISTRY
//
// FOLDER holds package-lock.json and gets node_modules. Every archive must have the hash of the lock file. A line on
// standard output says how far it is: packages done, packages in all, bytes fetched.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const AT_A_TIME = 16;
const TRIES = 3;
const PATIENCE_MS = 30_000;
const LARGEST = 512 * 1024 * 1024;
const BLOCK = 512;

// Types, source maps, sources, and what nobody imports; esbuild compiles for another way of loading pi's own code.
const UNUSED_FILE = /(\.map|\.[cm]?ts|\.tsx|\.md|\.markdown|\.flow)$/i;
const UNUSED_FOLDER = {
  "@earendil-works/pi-coding-agent": ["dist/bundle/", "docs/", "examples/"],
  "@google/genai": ["dist/web/", "dist/tokenizer/"],
  "web-streams-polyfill": ["types/"],
};
const UNUSED_OF_AMAZON = ["dist-es/", "dist-types/"];
const UNUSED_PACKAGE = /^(@esbuild\/.*|esbuild|@types\/.*)$/;

const [folder, registry] = process.argv.slice(2);
const lock = JSON.parse(fs.readFileSync(path.join(folder, "package-lock.json"), "utf8"));
const wanted = [];
for (const [place, about] of Object.entries(lock.packages)) {
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
  if (place === "" || about.dev || UNUSED_PACKAGE.test(name)) continue;
  wanted.push({ place, name, ...about });
}

let done = 0;
let bytes = 0;

async function take() {
  for (let one = wanted.shift(); one; one = wanted.shift()) {
    const archive = await fetched(one);
    unpack(one, zlib.gunzipSync(archive, { maxOutputLength: LARGEST }));
    done++;
    process.stdout.write(`${done} ${total} ${bytes}\n`);
  }
}

async function fetched({ name, version, integrity }) {
  const address = `${registry.replace(/\/+$/, "")}/${name}/-/${name.split("/").pop()}-${version}.tgz`;
  for (let tries = 1; ; tries++) {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
      const archive = Buffer.from(await answer.arrayBuffer());
      bytes += archive.length;
      check(archive, integrity, address);
      return archive;
    } catch (problem) {
      if (tries === TRIES) throw new Error(`${address}: ${problem.cause?.message ?? problem.message}`);
    }
  }
}

function check(archive, integrity, address) {
  const [kind, hash] = [integrity.slice(0, integrity.indexOf("-")), integrity.slice(integrity.indexOf("-") + 1)];
  if (kind !== "sha512" || crypto.createHash(kind).update(archive).digest("base64") !== hash) {
    throw new Error(`${address} does not have the hash of the lock file`);
  }
}

/** Regular files only: packages have no others. */
function unpack({ place, name }, tar) {
  const root = path.join(folder, place);
  const unused = UNUSED_FOLDER[name] ?? (/^@(aws-sdk|smithy)\//.test(name) ? UNUSED_OF_AMAZON : []);
  const folders = new Set();
  let longName = null;
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(tar, at + 124, 12), 8) || 0;
    const type = String.fromCharCode(tar[at + 156] || 48);
    const data = tar.subarray(at + BLOCK, at + BLOCK + size);
    const prefix = text(tar, at + 345, 155);
    const full = longName ?? (prefix ? `${prefix}/` : "") + text(tar, at, 100);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    longName = null;
    if (type === "x") longName = pathOf(data);
    else if (type === "L") longName = text(data, 0, data.length);
    if (type !== "0") continue;
    const inside = full.split("/").slice(1).join("/");
    const file = path.join(root, inside);
    if (!inside || !file.startsWith(root + path.sep)) throw new Error(`${name} holds a file ${full}`);
    if (UNUSED_FILE.test(inside) || unused.some((start) => inside.startsWith(start))) continue;
    const parent = path.dirname(file);
    if (!folders.has(parent)) fs.mkdirSync(parent, { recursive: true });
    folders.add(parent);
    fs.writeFileSync(file, data);
  }
}

/** The path in an extended header, whose records are "LENGTH KEY=VALUE\n". */
function pathOf(data) {
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(32, at);
    const length = Number(data.toString("latin1", at, space));
    if (!(length > 0)) return null;
    const record = data.toString("utf8", space + 1, at + length - 1);
    if (record.startsWith("path=")) return record.slice("path=".length);
    at += length;
  }
  return null;
}

function text(buffer, from, length) {
  const end = buffer.indexOf(0, from);
  return buffer.toString("utf8", from, end < 0 || end > from + length ? from + length : end);
}

const total = wanted.length;
try {
  await Promise.all(Array.from({ length: AT_A_TIME }, take));
} catch (problem) {
  console.error(problem.message);
  process.exit(1);
}
