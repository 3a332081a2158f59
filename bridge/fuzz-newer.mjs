// Takes out of two recordings what the newer pi does as Pawl does it, so that what is left differs from both:
//
//   node fuzz-newer.mjs ORACLE RESULT NEWER ORACLE-WITHOUT RESULT-WITHOUT
//
// NEWER has what a newer pi did with some or all of the packages. The lines of a facet are compared in their order: a line
// that the oracle has and the result has not is left out if the newer pi has not got it there either; a line that only
// the result has, if the newer pi has it there, too.
import fs from "node:fs";

function records(file) {
  return fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** In the newer pi the agent is at work when it is about to start; which of the two is told apart nowhere else. */
const plain = (line) => line.replace(/( before_agent_start .*"idle":)(?:true|false)/, "$1…");

/** The longest common subsequence of two lists: places in the first to places in the second. */
function shared(first, second) {
  const [a, b] = [first.map(plain), second.map(plain)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const places = new Map();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) places.set(i++, j++);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  return places;
}

const [oracle, result, newer, oracleOut, resultOut] = process.argv.slice(2);
const results = new Map(records(result).map((record) => [record.name, record]));
const judges = new Map(records(newer).map((record) => [record.name, record]));
const [expected, actual] = [[], []];
for (const record of records(oracle)) {
  const [ours, judge] = [results.get(record.name), judges.get(record.name)];
  if (!ours) continue;
  if (judge) {
    const [was, is] = [{}, {}];
    for (const [facet, a] of Object.entries(record.facets)) {
      const [b, c] = [ours.facets[facet] ?? [], judge.facets[facet] ?? []];
      const [inOurs, inNewer, agreed] = [shared(a, b), shared(a, c), shared(c, b)];
      const [inOracle, places] = [new Set(inOurs.values()), new Set(agreed.values())];
      // Where the newer pi has it elsewhere, and Pawl has it there, it is not missing.
      was[facet] = a.filter((_, at) => inOurs.has(at) || (inNewer.has(at) && !agreed.has(inNewer.get(at))));
      is[facet] = b.filter((_, at) => inOracle.has(at) || !places.has(at));
    }
    record.facets = was;
    ours.facets = is;
  }
  expected.push(record);
  actual.push(ours);
}
const written = (all) => all.map((record) => JSON.stringify(record) + "\n").join("");
fs.writeFileSync(oracleOut, written(expected));
fs.writeFileSync(resultOut, written(actual));
