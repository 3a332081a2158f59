#!/usr/bin/env node
// Times what is made of recorded sessions, by the clock and whole programs at a time:
//
//   testing/bench/observe.mjs [--realtime] [RUNS]
//
// replay   `pawl hooks replay` over 10,000 recorded calls, start and compiling included: a hook with five patterns, a
//          policy of five rules, and two versions of that policy against each other
// export   a session of 50 MB as a page, and the time until Chromium has drawn the first entries and has all of it
// trace    `pawl trace` of a session with 10 MB of kept traces, and its page in Chromium
//
// --realtime runs the programs at real-time priority (chrt, root), so that other work on the machine does not count.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const realtime = process.argv.includes("--realtime") ? ["chrt", "-f", "2"] : [];
const runs = Number(process.argv.slice(2).find((word) => !word.startsWith("-")) ?? 5);
const work = mkdtempSync(join(tmpdir(), "observe-"));
const agent = join(work, ".pi/agent");
mkdirSync(agent, { recursive: true });
const env = { ...process.env, HOME: work, PI_CODING_AGENT_DIR: agent };
const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const COMMANDS = [
  "git status", "ls -la src/main", "grep -rn TODO src | head -20", "mvn -q test && echo ok", "rm -rf target",
  "cat README.md; wc -l README.md", 'find . -name "*.java" | xargs wc -l'];

/** A session of so many calls, each with an answer of so many bytes. */
const session = (name, calls, bytes) => {
  const time = "2026-01-01T00:00:00.000Z";
  const lines = [{ type: "session", version: 3, id: name, timestamp: time, cwd: work }];
  const add = (message) => {
    const parentId = lines.length > 1 ? lines.at(-1).id : null;
    lines.push({ type: "message", id: `e${lines.length}`, parentId, timestamp: time, message: { ...message, timestamp: 1 } });
  };
  const output = "a line of output with some <words> in it\n".repeat(Math.ceil(bytes / 41));
  for (let i = 0; i < calls; i++) {
    if (i % 20 === 0) add({ role: "user", content: [{ type: "text", text: `Go on with *part* ${i}` }] });
    const [tool, args] =
      i % 4 === 3 ? ["read", { path: `src/File${i % 50}.java` }]
      : i % 4 === 2 ? ["edit", { path: `src/File${i % 50}.java`, edits: [{ oldText: "a", newText: "b" }] }]
      : ["bash", { command: `${COMMANDS[i % COMMANDS.length]} # ${i}` }];
    const call = { type: "toolCall", id: `c${i}`, name: tool, arguments: args };
    add({ role: "assistant", content: [{ type: "text", text: "I will do **it** now." }, call], stopReason: "toolUse" });
    add({ role: "toolResult", toolCallId: `c${i}`, toolName: tool, isError: false, content: [{ type: "text", text: output }] });
  }
  const file = join(work, `${name}.jsonl`);
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n") + "\n");
  return file;
};

/** Kept traces of so many bytes beside a session. */
const traces = (file, bytes) => {
  const lines = [];
  for (let number = 1, size = 0; size < bytes; number++) {
    const steps = ["guard.java", "redact.java"].map((hook, i) => ({
      hook, nanos: 20_000 + (number * 7919 * (i + 1)) % 900_000, effect: number % 50 === 0 && i ? "changed" : "passed" }));
    const point = ["tool_call", "tool_authorize", "tool_result"][number % 3];
    const line = JSON.stringify({ number, time: 1_767_225_600_000 + number * 5, point, call: `c${number >> 2}`, steps });
    lines.push(line);
    size += line.length + 1;
  }
  writeFileSync(`${file}.trace`.replace(/\.jsonl\.trace$/, ".trace"), lines.join("\n") + "\n");
};

const timed = (...words) => {
  const [program, ...rest] = [...realtime, join(root, "pawl"), ...words];
  const times = [];
  for (let run = 0; run < runs; run++) {
    const before = performance.now();
    const done = spawnSync(program, rest, { cwd: work, env, encoding: "utf8", maxBuffer: 1 << 28 });
    times.push(performance.now() - before);
    if (done.stderr || done.status > 1) throw new Error(`${words.join(" ")}: ${done.stderr}`);
  }
  return median(times);
};

/** When the first entries of a page were drawn, and when all of its data was there, in milliseconds from its start. */
const opened = async (file) => {
  const profile = mkdtempSync(join(tmpdir(), "browser-"));
  const [program, ...rest] = [...realtime, "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
    "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--remote-debugging-port=0",
    "--remote-allow-origins=*", `--user-data-dir=${profile}`, "about:blank"];
  const browser = spawn(program, rest, { stdio: "ignore", detached: true });
  try {
    const announced = join(profile, "DevToolsActivePort");
    while (!existsSync(announced) || readFileSync(announced, "utf8").split("\n").length < 2) await pause(20);
    const port = readFileSync(announced, "utf8").split("\n")[0];
    const made = await (await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: "PUT" })).json();
    const socket = new WebSocket(made.webSocketDebuggerUrl);
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    let ids = 0;
    const ask = (method, params) => new Promise((resolve) => {
      const id = ++ids;
      const answer = ({ data }) => {
        const message = JSON.parse(data);
        if (message.id === id) { socket.removeEventListener("message", answer); resolve(message.result); }
      };
      socket.addEventListener("message", answer);
      socket.send(JSON.stringify({ id, method, params }));
    });
    await ask("Page.navigate", { url: pathToFileURL(file).href });
    const expression = `(() => { const drawn = performance.getEntriesByName('drawn')[0]?.startTime ?? 0;
      const all = performance.getEntriesByType('navigation')[0].domContentLoadedEventStart;
      return document.readyState === 'complete' ? [drawn, all] : null })()`;
    for (;;) {
      const { result } = await ask("Runtime.evaluate", { expression, returnByValue: true });
      if (result.value) return result.value;
      await pause(50);
    }
  } finally {
    process.kill(-browser.pid, "SIGKILL");
    await new Promise((resolve) => browser.on("exit", resolve));
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
};

const openedTimes = async (file) => {
  const times = [];
  for (let run = 0; run < runs; run++) times.push(await opened(file));
  return [0, 1].map((at) => Math.round(median(times.map((time) => time[at]))));
};

const seconds = (ms) => (ms / 1000).toFixed(2) + " s";
const megabytes = (file) => Math.round(statSync(file).size / 1e6) + " MB";
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

try {
  execFileSync(join(root, "pawl"), ["--version"]);
  const recorded = session("calls", 10_000, 600);
  writeFileSync(join(work, "Guard.java"), `import module dev.pawl.api;
import static dev.pawl.api.HookPoints.*;
import java.util.regex.Pattern;

class Guard implements Hook {
    private static final java.util.List<Pattern> BAD = java.util.stream.Stream.of(
        "rm\\\\s+-rf\\\\s+/", "git\\\\s+push\\\\s+--force", "curl.*\\\\|\\\\s*sh", "mkfs", "rm -rf target").map(Pattern::compile).toList();
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, _) -> {
            var command = call.arguments().string("command", "");
            return BAD.stream().anyMatch(bad -> bad.matcher(command).find()) ? call.block("no") : call.allow();
        });
    }
}
`);
  const allow = ["Bash(git status*)", "Bash(ls *)", "Read", "Edit(src/**)"];
  writeFileSync(join(work, "old.json"), JSON.stringify({ permissions: { allow } }));
  writeFileSync(join(work, "rules.json"), JSON.stringify({ permissions: { allow, deny: ["Bash(rm -rf *)"] } }));
  row("what", "time");
  row("---", "---");
  row("replay of 10,000 calls, a hook with five patterns", seconds(timed("hooks", "replay", "Guard.java", recorded)));
  row("… a policy of five rules", seconds(timed("hooks", "replay", "rules.json", recorded)));
  row("… two policies against each other", seconds(timed("hooks", "replay", "--against", "old.json", "rules.json", recorded)));
  const long = session("long", 12_900, 3_600);
  row(`export of a session of ${megabytes(long)}`, seconds(timed("--export", long, "long.html")));
  const [drawn, all] = await openedTimes(join(work, "long.html"));
  row(`… its page in Chromium: first entries drawn; all data there`, `${drawn} ms; ${all} ms`);
  traces(recorded, 10e6);
  row("trace of 10 MB", seconds(timed("trace", recorded, "trace.html")));
  row("… its page in Chromium: all data there", `${(await openedTimes(join(work, "trace.html")))[1]} ms`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
