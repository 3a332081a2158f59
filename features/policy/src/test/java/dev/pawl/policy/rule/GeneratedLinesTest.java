package dev.pawl.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.machine.property.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
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
        Files.createDirectories(cwd.resolve("linked"));
        Files.createSymbolicLink(cwd.resolve("linked/l"), Path.of("../.env"));
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
            var line = GeneratedLines.line(draw);
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
            var line = GeneratedLines.line(draw);
            if (allows(judge, line, PermissionMode.DEFAULT)) {
                ran.incrementAndGet();
                assertThat(run(line)).as(line).doesNotContain(SECRET);
                check(line);
            }
        });
        System.out.println("generated " + tries + " lines, " + ran + " ran beside rules that deny");
        assertThat(ran).as("lines that ran").hasValueGreaterThan(tries / 20);
    }

    @Test
    void what_rules_deny_is_started_by_no_other_program_where_nothing_else_is_asked() throws Exception {
        var rules = new Rules(cwd, home);
        rules.add("test", "deny", List.of("Bash(touch *)"), false);
        environment = Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString(), "LC_ALL", "C.UTF-8");
        var judge = new Judge(rules, cwd, home, environment, null, () -> false);
        var free = new Judge(new Rules(cwd, home), cwd, home, environment, null, () -> false);
        var canary = cwd.resolve("canary");
        var started = new ArrayList<String>();
        var works = new AtomicInteger();
        int tries = Campaign.tries(500, 20_000);
        Property.holds(tries, draw -> {
            var line = GeneratedLines.starting(draw);
            assertThat(allows(free, line, PermissionMode.BYPASS)).as(line).isTrue();
            boolean allowed = allows(judge, line, PermissionMode.BYPASS);
            if (allowed || draw.integer(0, 19) == 0) {
                run(line);
                works.addAndGet(Files.exists(canary) ? 1 : 0);
                if (Files.deleteIfExists(canary) && allowed) {
                    started.add(line);
                }
            }
        });
        System.out.println("generated " + tries + " lines that start what is denied, " + works + " of a sample work");
        assertThat(started).isEmpty();
        assertThat(works).as("lines that would work").hasValueGreaterThan(tries / 100);
    }

    private boolean allows(Judge judge, String line, PermissionMode mode) {
        return judge.judge(CallFacts.command(line, cwd), mode, false) instanceof Verdict.Allow;
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
