// The session as data: an index of all entries at once, the entries themselves when they are drawn.

const about = JSON.parse(document.getElementById('about').textContent);
const index = JSON.parse(document.getElementById('index').textContent);
const loaded = new Promise(done => document.addEventListener('DOMContentLoaded', done));
let complete = false;
loaded.then(() => { complete = true; });
const ID = 0, PARENT = 1, KIND = 2, TIME = 3, SIZE = 4, CHUNK = 5, PREVIEW = 6;

const children = index.map(() => []);
const last = index.map((_, i) => i);
const placeOf = new Map();
index.forEach((row, i) => {
  placeOf.set(row[ID], i);
  if (row[PARENT] >= 0) children[row[PARENT]].push(i);
});
for (let i = index.length - 1; i >= 0; i--) {
  if (index[i][PARENT] >= 0) last[index[i][PARENT]] = Math.max(last[index[i][PARENT]], last[i]);
}
/** The JSON of a chunk; null if there is none. All but the first follow this script, and the page is used before the last is there. */
function chunkText(n) {
  const element = document.getElementById('chunk-' + n);
  return element && element.textContent;
}

const parsed = new Map();
/** The entries of a chunk; the ones used last are kept. */
function chunk(n) {
  let entries = parsed.get(n);
  if (entries) {
    parsed.delete(n);
  } else {
    entries = new Map();
    for (const entry of JSON.parse(chunkText(n))) entries.set(entry.at, entry);
    if (parsed.size > 40) parsed.delete(parsed.keys().next().value);
  }
  parsed.set(n, entries);
  return entries;
}

/** Null if it is not shown, or not there yet. */
function entryAt(i) {
  return isThere(i) ? chunk(index[i][CHUNK]).get(i) : null;
}

/** The first chunk stands before this script; another one is whole when the next has begun. */
function isThere(i) {
  const n = index[i][CHUNK];
  return n >= 0 && (n === 0 || complete || document.getElementById('chunk-' + (n + 1)) !== null);
}

/** All that one could read in an entry, for the search. */
function wordsOf(entry) {
  const words = [entry.title, entry.command, entry.output, entry.error, entry.diff];
  for (const block of entry.blocks || []) words.push(block.text, block.thinking, block.tool, block.args && JSON.stringify(block.args));
  return words.filter(Boolean).join('\n');
}

const traces = JSON.parse(document.getElementById('hooks').textContent);
const byCall = new Map();
const loose = [];
for (const trace of traces) {
  if (trace.call) {
    const call = trace.call.split('/')[0];
    if (!byCall.has(call)) byCall.set(call, []);
    byCall.get(call).push(trace);
  } else {
    loose.push(trace);
  }
}
