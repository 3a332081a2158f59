package dev.pawl.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.property.Campaign;
import dev.pawl.property.Deep;
import dev.pawl.property.Draw;
import dev.pawl.property.Needed;
import dev.pawl.property.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated command lines, from everyday ones and from such that do harm. Those that run unasked are run by the real bash
 * without a sandbox, and judged by what they did: nothing is written, no program outside of the list runs, and no hidden
 * file is printed.
 */
@Deep
class GeneratedLinesTest {
    private static final String SECRET = "k3y-that-nobody-sees";

    private static final List<String> READING = List.of(
            "ls -la",
            "cat f",
            "cat src/a.js | head -20",
            "head -n 2 f",
            "grep -rn a src",
            "grep -c b f src/a.js",
            "find . -name '*.js'",
            "find src -type f",
            "wc -l f",
            "sort -k 1 f | uniq -c",
            "uniq f",
            "cut -d: -f1 f",
            "tr a b < f",
            "sed -n '1,2p' f",
            "sed 's/a/b/g' f",
            "git status",
            "git diff",
            "git log --oneline -5",
            "git show HEAD:f",
            "git branch -a",
            "git config --get user.name",
            "git ls-files",
            "git blame f",
            "git grep a",
            "git stash list",
            "test -f f && echo yes",
            "[ -d src ] || echo no",
            "echo hello",
            "printf '%s' a",
            "date +%s",
            "stat -c %s f",
            "diff f src/a.js",
            "od -c f",
            "nl f",
            "tac f",
            "comm f f",
            "du -sh .",
            "file f",
            "cd src && ls",
            "pwd; id -u",
            "readlink -f f",
            "md5sum f",
            "base64 f");

    private static final List<String> HARMFUL = List.of(
            "touch w",
            "echo x > w",
            "echo x >> f",
            "sort -o w f",
            "uniq f w",
            "sed -i s/a/b/ f",
            "sed 'w w' f",
            "sed '1e touch w' f",
            "find . -exec touch w {} +",
            "find . -name f -delete",
            "find . -fprint w",
            "git log --output=w",
            "git branch w",
            "git config a.b c",
            "git config --rename-section user x",
            "git stash",
            "git tag w",
            "tee w",
            "cp f w",
            "mv f w",
            "rm f",
            "mkdir w",
            "ln -s f w",
            "sh -c 'touch w'",
            "eval touch w",
            "xargs touch < f",
            "env touch w",
            "cat .env",
            "cat link",
            "grep -r k3y .",
            "cat .e*",
            "git show HEAD:.env",
            "sort --files0-from=list",
            "wc --files0-from=list",
            "date -f .env",
            "test -v 'a[$(touch w)]'",
            "printf -v x y",
            "awk 'BEGIN{system(\"touch w\")}'",
            "python3 -c 'open(\"w\",\"w\")'");

    private static final String[] WORDS = {
        "-o",
        "-ow",
        "w",
        "--output=w",
        "--output",
        "--outp=w",
        "-i",
        "-i.bak",
        "-e",
        "--",
        "-",
        "-f",
        "-w",
        "-n",
        "-r",
        "-R",
        "-exec",
        "touch",
        "{}",
        "+",
        "';'",
        "\\;",
        "-delete",
        "-fprint",
        "-ok",
        "-O",
        "-Otouch",
        "-T",
        "-t",
        "-k",
        "-c",
        "-d",
        "-p",
        "--files0-from=list",
        "--files0-from",
        "list",
        "--compress-program=touch",
        "--in-place",
        "--expression=w\\ w",
        "-x",
        "-z",
        "-l",
        "-S",
        "-G",
        "-u",
        "--ext-diff",
        "--textconv",
        "--show-signature",
        "--format=%G?",
        "-C",
        "-c",
        "alias.x=!touch w",
        "core.pager=touch",
        "--paginate",
        "-s",
        "-v",
        "'a[$(touch w)]'",
        "$(touch w)",
        "`touch w`",
        "\"$(touch w)\"",
        "$x",
        "*",
        "./*",
        "src/*",
        "?",
        "~",
        "~root",
        "{a,b}",
        ".env",
        "link",
        "src/../.env",
        "./.env",
        ".e?v",
        "secret/..",
        "'r .env'",
        "'w w'",
        "'1e touch w'",
        "s/a/b/w\\ w",
        "'s/a/b/e'",
        "HEAD",
        "HEAD:.env",
        "--no-index",
        "/dev/null",
        "/dev/fd/0",
        "/dev/fd/../w",
        "/proc/self/cwd/.env",
        "-print",
        "-name",
        "-newer",
        "-printf",
        "%p",
        "!",
        "(",
        ")",
        "\\(",
        "\\)",
        "-a",
        "-eq",
        "=",
        "-D",
        "-m",
        "--set-upstream-to=w",
        "--edit",
        "--unset",
        "--add",
        "-5",
        "5",
        "a",
        "f"
    };

    private static final String[] ENDS = {
        " > w",
        " >> w",
        " >| w",
        " 2> w",
        " &> w",
        " >& w",
        " > /dev/null",
        " 2>&1",
        " < f",
        " < .env",
        " <> w",
        " 3> w",
        " > /dev/fd/../w",
        " > /dev/fd/1/../w",
        " > ./w",
        " > \"w\"",
        " | tee w",
        " | sh",
        " | xargs touch",
        " & touch w",
        " # > w",
        "\ntouch w",
        "; touch w",
        " && touch w",
        " || touch w",
        " <<< w",
        " <<E\n$(touch w)\nE",
        " <<E\\\nE\nx\nEE\ntouch w",
        " |& cat",
        " > >(tee w)",
        " {x}> w",
        "\r",
        " \\\n> w",
        ";",
        " &&",
        " |"
    };

    @TempDir
    Path folder;

    private Path cwd;
    private Path home;
    private Path log;
    private Map<String, String> environment;
    private Map<String, String> before;

    @BeforeEach
    void project() throws Exception {
        Needed.program("git");
        cwd = Files.createDirectories(folder.resolve("project")).toRealPath();
        home = Files.createDirectories(folder.resolve("home")).toRealPath();
        log = folder.toRealPath().resolve("ran");
        var traps = Files.createDirectories(folder.resolve("traps")).toRealPath();
        for (var name : List.of(
                "touch",
                "rm",
                "sh",
                "bash",
                "dash",
                "tee",
                "cp",
                "mv",
                "ln",
                "mkdir",
                "awk",
                "gawk",
                "mawk",
                "python3",
                "perl",
                "xargs",
                "env",
                "npm",
                "node",
                "gpg",
                "ssh",
                "curl",
                "wget",
                "nc",
                "vi",
                "vim",
                "less",
                "more",
                "man",
                "make",
                "gzip",
                "pr",
                "sudo",
                "timeout",
                "install",
                "rmdir",
                "chmod",
                "dd",
                "patch",
                "tar",
                "unlink",
                "truncate")) {
            var trap = traps.resolve(name);
            Files.writeString(trap, "#!/bin/sh\necho \"$0 $*\" >> '" + log + "'\n");
            assertThat(trap.toFile().setExecutable(true)).isTrue();
        }
        // env alone prints its variables, and runs nothing.
        Files.delete(traps.resolve("env"));
        environment = Map.of(
                "PATH",
                traps + ":/usr/bin:/bin",
                "HOME",
                home.toString(),
                "GIT_CONFIG_NOSYSTEM",
                "1",
                "LC_ALL",
                "C.UTF-8");
        Files.createDirectories(cwd.resolve("src"));
        Files.writeString(cwd.resolve("f"), "a:1\nb:2\nw\n");
        Files.writeString(cwd.resolve("list"), ".env\0w\0");
        Files.writeString(cwd.resolve("src/a.js"), "a\n");
        Files.writeString(cwd.resolve(".env"), SECRET + "\n");
        Files.createSymbolicLink(cwd.resolve("link"), Path.of(".env"));
        run("git init -q . && git add f src .env && git -c user.name=x -c user.email=x@y commit -qm x");
        Files.writeString(cwd.resolve("src/a.js"), "b\n");
        before = tree();
    }

    @Test
    void what_runs_unasked_in_plan_mode_writes_nothing_and_runs_no_other_program() {
        var judge = new Judge(new Rules(cwd, home), cwd, home, environment, null, () -> false);
        var ran = new AtomicInteger();
        int tries = Campaign.tries(500, 20_000);
        Property.holds(tries, draw -> {
            var line = line(draw);
            if (allows(judge, line, PermissionMode.PLAN)) {
                ran.incrementAndGet();
                run(line);
                check(line);
            }
        });
        System.out.println("generated " + tries + " lines, " + ran + " ran in plan mode");
        assertThat(ran).as("lines that ran").hasValueGreaterThan(tries / 10);
    }

    @Test
    void what_rules_deny_neither_runs_nor_is_printed() {
        var rules = new Rules(cwd, home);
        rules.add("test", "allow", List.of("Bash"), false);
        rules.add("test", "deny", List.of("Bash(touch *)", "Read(.env)"), false);
        var judge = new Judge(rules, cwd, home, environment, null, () -> false);
        var ran = new AtomicInteger();
        int tries = Campaign.tries(500, 20_000);
        Property.holds(tries, draw -> {
            var line = line(draw);
            if (allows(judge, line, PermissionMode.DEFAULT)) {
                ran.incrementAndGet();
                assertThat(run(line)).as(line).doesNotContain(SECRET);
                check(line);
            }
        });
        System.out.println("generated " + tries + " lines, " + ran + " ran beside rules that deny");
        assertThat(ran).as("lines that ran").hasValueGreaterThan(tries / 20);
    }

    private boolean allows(Judge judge, String line, PermissionMode mode) {
        return judge.judge(new CallFacts("bash", line, cwd, null, null, false), mode, false) instanceof Verdict.Allow;
    }

    // Lines

    private static String line(Draw draw) {
        var line = draw.integer(0, 3) > 0 ? draw.of(READING) : draw.of(HARMFUL);
        int changes = draw.of(0, 1, 1, 1, 2, 2, 3);
        for (int i = 0; i < changes; i++) {
            line = changed(draw, line);
        }
        return line;
    }

    private static String changed(Draw draw, String line) {
        var words = line.split(" ", -1);
        int at = draw.integer(0, words.length - 1);
        return switch (draw.integer(0, 13)) {
            case 0, 1, 2 -> {
                words[at] = words[at] + " " + draw.of(WORDS);
                yield String.join(" ", words);
            }
            case 3 -> {
                words[at] = draw.of(WORDS);
                yield String.join(" ", words);
            }
            case 4 -> {
                words[at] = quoted(draw, words[at]);
                yield String.join(" ", words);
            }
            case 5, 6 -> line + draw.of(ENDS);
            case 7, 8 ->
                line
                        + draw.of(" && ", "; ", " | ", " || ", "\n", " & ", " ;; ")
                        + draw.of(draw.bool() ? READING : HARMFUL);
            case 9 ->
                draw.of(
                                "ls() { touch w; }; ",
                                "cat() { touch w; }\n",
                                "PATH=.; ",
                                "x=1 ",
                                "cd src; ",
                                "cd ..; ",
                                "! ",
                                "time ",
                                "exec ",
                                "command ",
                                "set -e; ",
                                "alias ls='touch w'; ",
                                "shopt -s expand_aliases; ",
                                "set -x; ")
                        + line;
            case 10 ->
                draw.of(
                        "(" + line + ")",
                        "{ " + line + "; }",
                        "$(" + line + ")",
                        "echo `" + line + "`",
                        "sh -c '" + line + "'",
                        "if " + line + "; then :; fi",
                        "eval '" + line + "'",
                        "echo \"$(" + line + ")\"",
                        "cat <(" + line + ")");
            case 11 -> {
                int place = draw.integer(0, line.length());
                yield line.substring(0, place)
                        + draw.of(
                                "\\", "'", "\"", "$", "`", "~", "#", "&", ";", "|", "<", ">", "\n", "*", "{", "}", "(",
                                "!", "=", "\t", "\u00a0")
                        + line.substring(place);
            }
            case 12 -> {
                words[at] = words[at].length() > 2
                        ? words[at].substring(0, words[at].length() - 1)
                        : words[at] + draw.of(WORDS);
                yield String.join(" ", words);
            }
            default -> {
                words[at] = words[at] + draw.of(WORDS);
                yield String.join(" ", words);
            }
        };
    }

    private static String quoted(Draw draw, String word) {
        if (word.isEmpty()) {
            return "''";
        }
        int at = draw.integer(0, word.length() - 1);
        return switch (draw.integer(0, 4)) {
            case 0 -> "'" + word + "'";
            case 1 -> "\"" + word + "\"";
            case 2 -> word.substring(0, at) + "\\" + word.substring(at);
            case 3 -> word.substring(0, at) + "''" + word.substring(at);
            default -> "$'" + word + "'";
        };
    }

    // Effects

    /** Runs a line in the project; returns what it printed. */
    private String run(String line) throws IOException, InterruptedException {
        var output = folder.resolve("output");
        var builder = new ProcessBuilder("/bin/bash", "-c", line)
                .directory(cwd.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1);
    }

    private void check(String line) throws IOException {
        assertThat(log).as(line).doesNotExist();
        assertThat(tree()).as(line).isEqualTo(before);
    }

    /** Every file of the project and the home folder with its content; the index, which git refreshes, by its existence. */
    private Map<String, String> tree() throws IOException {
        var tree = new TreeMap<String, String>();
        for (var root : List.of(cwd, home)) {
            try (var files = Files.walk(root)) {
                for (var file : (Iterable<Path>) files::iterator) {
                    boolean content =
                            Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !file.endsWith(".git/index");
                    tree.put(
                            file.toString(),
                            content ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1) : "");
                }
            }
        }
        return tree;
    }
}
