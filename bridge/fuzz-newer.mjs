// Takes out of two recordings what the newer pi does as Pawl does it, so that what is left differs from both:
//
//   node fuzz-newer.mjs ORACLE RESULT NEWER ORACLE-WITHOUT RESULT-WITHOUT
//
// NEWER has what a newer pi did with some or all of the packages. A line that the oracle has and the result has not is
// left out if the newer pi has not got it either; a line that only the result has, if the newer pi has it, too.
import fs from "node:fs";

function records(file) {
  return fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** In the newer pi the agent is at work when it is about to start; which of the two is told apart nowhere else. */
const plain = (line) => line.replace(/( before_agent_start .*"idle":)(?:true|false)/, "$1…");

function counts(lines) {
  const all = new Map();
  for (const line of lines) all.set(plain(line), (all.get(plain(line)) ?? 0) + 1);
  return all;
}

/** The lines without those that are there more often than in the other list, as far as the newer pi agrees with that. */
function without(lines, other, newer, excess) {
  const [mine, theirs, judge] = [counts(lines), counts(other), counts(newer)];
  const drop = new Map();
  for (const [line, count] of mine) {
    const surplus = count - (theirs.get(line) ?? 0);
    if (surplus > 0 && excess(judge.get(line) ?? 0, count, theirs.get(line) ?? 0)) drop.set(line, surplus);
  }
  return lines.toReversed().filter((line) => {
    const left = drop.get(plain(line)) ?? 0;
    if (left > 0) drop.set(plain(line), left - 1);
    return left === 0;
  }).toReversed();
}

const [oracle, result, newer, oracleOut, resultOut] = process.argv.slice(2);
const results = new Map(records(result).map((record) => [record.name, record]));
const judges = new Map(records(newer).map((record) => [record.name, record]));
const [expected, actual] = [[], []];
for (const record of records(oracle)) {
  const [ours, judge] = [results.get(record.name), judges.get(record.name)];
  if (!ours) continue;
  if (judge) {
    const facets = Object.keys(record.facets);
    const [was, is] = [{}, {}];
    for (const facet of facets) {
      const [a, b, c] = [record.facets[facet], ours.facets[facet] ?? [], judge.facets[facet] ?? []];
      was[facet] = without(a, b, c, (there, _, mine) => there <= mine);
      is[facet] = without(b, a, c, (there, mine) => there >= mine);
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
