// Takes the agents' own wording out of two recordings, so that what is left can be compared:
//
//   node wording.mjs ORACLE RESULT ORACLE-WITHOUT RESULT-WITHOUT
//
// Left out are requests for a summary, the sentences around a summary, the first line of the summary of a branch, the
// heading of a cut turn's part, descriptions of built-in tools that an extension switched on, and the name of pi's own
// command. Everything else stays as it is.
import fs from "node:fs";

function records(file) {
  return fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

function without(record) {
  const facets = Object.fromEntries(Object.entries(record.facets).map(([name, lines]) => [name, lines.map(plain)]));
  facets.requests = renumbered(withoutSummaries(facets.requests));
  for (const name of ["system prompt", "tools"]) facets[name] = renumbered(facets[name]);
  return JSON.stringify({ ...record, facets }) + "\n";
}

const WORDING = [
  [/(request \d+ \+ user: )[^|]*?<summary>⏎/, "$1<summary>⏎"],
  [/⏎?<\/summary>/, "</summary>"],
  [/---⏎⏎\*\*[^*]*\*\*/, "---"],
  [/---\\n\\n\*\*[^*]*\*\*/, "---"],
  [/(request \d+ \+ (?:grep|find|ls): ).*/, "$1"],
  [/,?"llama"(?=\])/, ""],
];
/** What begins the summary of a branch where no extension wrote it. */
const BRANCH = /((?:branch_summary |branchSummary: |"summary":"|<summary>⏎))(?!tree summary|compacted by|A summary)[A-Z][^⏎"]*?(?=( under e?\w+)?$|"|⏎|<\/summary>)/g;

/** A line without wording; where some was in it, also without the digest of what was cut off. */
function plain(line) {
  let now = line;
  for (const [pattern, instead] of WORDING) now = now.replace(pattern, instead);
  if (!/fromExtension":true/.test(now)) now = now.replace(BRANCH, "$1…");
  return now === line ? line : now.replace(/… #[0-9a-f]{8}$/, "").slice(0, 200);
}

/** Requests of turns only: those for a summary go, and the next one is told against the turn before. */
function withoutSummaries(lines) {
  const requests = [];
  for (const line of lines) {
    const [, head, rest] = line.match(/^(.* \| request \d+) (.*)$/);
    if (requests.at(-1)?.head !== head) requests.push({ head, lines: [] });
    requests.at(-1).lines.push(rest);
  }
  let before = [];
  const told = [];
  for (const { head, lines: [keeps, ...rest] } of requests) {
    const shared = Number(keeps.match(/^keeps (\d+)/)?.[1] ?? 0);
    const said = rest.filter((line) => line.startsWith("+ ")).map((line) => line.slice(0, 150));
    if (keeps.endsWith("no tools")) {
      before = { hidden: before.hidden ?? before, messages: said };
      continue;
    }
    const turn = before.hidden ?? before;
    const now = [...(before.hidden ? before.messages : before).slice(0, shared), ...said];
    let same = 0;
    while (same < now.length && now[same] === turn[same]) same++;
    told.push(`${head} keeps ${same} of ${turn.length}`, ...now.slice(same).map((line) => `${head} ${line}`));
    told.push(...rest.filter((line) => !line.startsWith("+ ")).map((line) => `${head} ${line}`));
    before = now;
  }
  return told;
}

/** How many requests there are for a summary is an agent's own affair, and so are the numbers of those that follow. */
function renumbered(lines) {
  return lines.map((line) => line.replace(/ \| request \d+ /, " | request "));
}

const [oracle, result, oracleOut, resultOut] = process.argv.slice(2);
fs.writeFileSync(oracleOut, records(oracle).map(without).join(""));
fs.writeFileSync(resultOut, records(result).map(without).join(""));
