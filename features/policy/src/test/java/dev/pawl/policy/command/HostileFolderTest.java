package dev.pawl.policy.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.policy.rule.CallFacts;
import dev.pawl.policy.rule.GeneratedLines;
import dev.pawl.policy.rule.Judge;
import dev.pawl.policy.rule.Rules;
import dev.pawl.policy.rule.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every program of the list of what only reads, in a clone that tries to have its own programs run: by configurations of git,
 * npm, Maven, Node, shells and editors, by hooks, and by programs with the names of others. What runs unasked is run by
 * the real bash without a sandbox, and a canary shows whether something of the clone ran.
 */
@Deep
class HostileFolderTest {
    /** Settings of git that name a program, TRAP, or a file with such settings. */
    private static final String GIT = """
        [filter "t"]
            clean = TRAP
            smudge = TRAP
            required = true
        [filter "p"]
            process = TRAP
        [diff "t"]
            textconv = TRAP
            command = TRAP
            cachetextconv = true
        [diff]
            external = TRAP
        [merge "t"]
            driver = TRAP
        [core]
            fsmonitor = TRAP
            hooksPath = .hooks
            pager = TRAP
            editor = TRAP
            sshCommand = TRAP
            askPass = TRAP
            gitProxy = TRAP
            alternateRefsCommand = TRAP
        [pager]
            log = TRAP
            diff = TRAP
            status = TRAP
            branch = TRAP
        [alias]
            status = !TRAP
            log = !TRAP
            st = !TRAP
        [gpg]
            program = TRAP
        [log]
            showSignature = true
        [credential]
            helper = !TRAP
        [sequence]
            editor = TRAP
        [interactive]
            diffFilter = TRAP
        [uploadpack]
            packObjectsHook = TRAP
        [remote "origin"]
            url = ext::TRAP
            promisor = true
            partialclonefilter = blob:none
            uploadpack = TRAP
        [submodule "sub"]
            update = !TRAP
        [trailer "t"]
            command = TRAP
        [include]
            path = ../more.config
        """;

    /** Files of a clone that other programs read, or that have the names of programs. */
    private static final Map<String, String> FILES = Map.ofEntries(
            Map.entry(".gitattributes", "* filter=t diff=t merge=t\nf filter=p\n"),
            Map.entry("more.config", "[core]\n fsmonitor = TRAP\n[diff]\n external = TRAP\n"),
            Map.entry(".gitconfig", "[core]\n fsmonitor = TRAP\n pager = TRAP\n"),
            Map.entry(".gitmodules", "[submodule \"sub\"]\n path = sub\n url = ext::TRAP\n update = !TRAP\n"),
            Map.entry(".npmrc", "script-shell=TRAP\ngit=TRAP\nnode-options=--require ./trap.js\nshell=TRAP\n"),
            Map.entry(".yarnrc", "yarn-path ./trap.js\n"),
            Map.entry(".node_options", "--require ./trap.js\n"),
            Map.entry(".env", "NODE_OPTIONS=--require ./trap.js\nBASH_ENV=./.bashrc\nLD_PRELOAD=./trap.so\n"),
            Map.entry(".envrc", "TRAP\n"),
            Map.entry(".bashrc", "TRAP\n"),
            Map.entry(".bash_profile", "TRAP\n"),
            Map.entry(".profile", "TRAP\n"),
            Map.entry(".inputrc", "\"a\": \"TRAP\"\n"),
            Map.entry(".exrc", "!TRAP\n"),
            Map.entry(".lessfilter", "#!/bin/sh\nTRAP\n"),
            Map.entry(".ripgreprc", "--pre=TRAP\n"),
            Map.entry(".jq", "def trap: input;\n"),
            Map.entry(".magic", "0 string a TRAP\n"),
            Map.entry(".mvn/jvm.config", "-javaagent:trap.jar\n"),
            Map.entry(".mvn/extensions.xml", "<extensions/>\n"),
            Map.entry(".cargo/config.toml", "[build]\nrustc-wrapper = \"TRAP\"\n"),
            Map.entry("package.json", "{\"scripts\": {\"preinstall\": \"TRAP\", \"version\": \"TRAP\"}}"),
            Map.entry("trap.js", "require('fs').writeFileSync('CANARY', '')\n"),
            Map.entry("sitecustomize.py", "open('CANARY', 'w')\n"),
            Map.entry("Makefile", "all:\n\tTRAP\n"),
            Map.entry("pom.xml", "<project/>\n"));

    private static final List<String> HOOKS = List.of(
            "post-index-change",
            "fsmonitor-watchman",
            "query-watchman",
            "post-checkout",
            "reference-transaction",
            "pre-commit",
            "pre-auto-gc",
            "post-rewrite");

    @TempDir
    Path folder;

    private Path cwd;
    private Path home;
    private Path canary;
    private Path trap;
    private Map<String, String> environment;

    @BeforeEach
    void makeClone() throws Exception {
        Needed.program("git");
        cwd = Files.createDirectories(folder.resolve("clone")).toRealPath();
        home = Files.createDirectories(folder.resolve("home")).toRealPath();
        canary = folder.toRealPath().resolve("canary");
        trap = cwd.resolve("trap.sh");
        environment = Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString(), "LC_ALL", "C.UTF-8");
        file("f", "one\n");
        file("src/a.js", "a\n");
        run("git init -q . && git add f src && git -c user.name=x -c user.email=x@y commit -qm one");
        Files.writeString(cwd.resolve("f"), "two\n");
        program("trap.sh");
    }

    private void file(String name, String text) throws IOException {
        var file = cwd.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, armed(text));
    }

    private String armed(String text) {
        return text.replace("TRAP", trap.toString()).replace("CANARY", canary.toString());
    }

    private void program(String name) throws IOException {
        // By its path: one that is itself called cat would start itself for ever.
        file(name, "#!/bin/sh\n: > 'CANARY'\n/bin/cat 2>/dev/null\n");
        assertThat(cwd.resolve(name).toFile().setExecutable(true)).isTrue();
    }

    private void files() throws IOException {
        for (var file : FILES.entrySet()) {
            file(file.getKey(), file.getValue());
        }
    }

    private void hooks(String folder) throws IOException {
        for (var hook : HOOKS) {
            program(folder + "/" + hook);
        }
    }

    private void configure(String settings) throws IOException {
        var config = cwd.resolve(".git/config");
        Files.writeString(config, Files.readString(config) + armed(settings));
    }

    /** Every program with nothing, a file, a folder, a pattern, and options that many have. */
    private static Set<String> lines(boolean gitOnly) {
        var lines = new LinkedHashSet<String>();
        if (!gitOnly) {
            for (var name : ReadingPrograms.names()) {
                for (var rest : List.of("", " f", " .", " a f", " a .", " -l f", " -a", " -r .", " -v f", " -p f")) {
                    lines.add(name + rest);
                }
            }
        }
        for (var name : GitReading.names()) {
            for (var rest : List.of(
                    "",
                    " HEAD",
                    " -- f",
                    " HEAD -- f",
                    " -p HEAD",
                    " --stat",
                    " list",
                    " show -p",
                    " --get user.name",
                    " HEAD:f",
                    " --dirty --always",
                    " --ignored")) {
                lines.add("git " + name + rest);
            }
            lines.add("git --no-pager -C src " + name + " -p");
            lines.add("git -C src " + name + " HEAD");
        }
        GeneratedLines.READING.stream()
                .filter(line -> !gitOnly || line.startsWith("git"))
                .forEach(lines::add);
        return lines;
    }

    /** Runs the lines that run unasked; returns how many these are. */
    private int runAll(Set<String> lines) throws Exception {
        var judge = new Judge(new Rules(cwd, home), cwd, home, environment, null, () -> false);
        var sprung = new ArrayList<String>();
        int ran = 0;
        for (var line : lines) {
            var call = CallFacts.command(line, cwd);
            if (judge.judge(call, PermissionMode.PLAN, false) instanceof Verdict.Allow) {
                ran++;
                run(line);
                if (Files.deleteIfExists(canary)) {
                    sprung.add(line);
                }
            }
        }
        assertThat(sprung).as("lines that ran something of the clone").isEmpty();
        return ran;
    }

    private void run(String line) throws Exception {
        var builder = new ProcessBuilder("/bin/bash", "-c", line)
                .directory(cwd.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void nothing_of_a_clone_with_all_traps_runs() throws Exception {
        files();
        configure(GIT);
        hooks(".hooks");
        hooks(".git/hooks");
        for (var name : List.of("ls", "cat", "git", "grep", "sort", "node_modules/.bin/ls", "node_modules/.bin/git")) {
            program(name);
        }
        int ran = runAll(lines(false));
        System.out.println("hostile folder: " + ran + " lines ran unasked");
        assertThat(ran).as("lines that ran").isGreaterThan(300);
        run("git diff; git status; git -p log");
        assertThat(canary).as("the traps work").exists();
    }

    @Test
    void nor_where_only_files_and_hooks_are_hostile_and_git_may_read() throws Exception {
        files();
        hooks(".git/hooks");
        Files.delete(cwd.resolve(".git/hooks/post-index-change"));
        int ran = runAll(lines(true));
        System.out.println("hostile files: " + ran + " lines of git ran unasked");
        assertThat(ran).as("lines that ran").isGreaterThan(200);
    }

    /** Each with a line that springs it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[filter \"t\"]\nclean = TRAP | touch src/a.js; git status; git diff",
                "[filter \"p\"]\nprocess = TRAP | git diff",
                "[diff \"t\"]\ntextconv = TRAP | git log -p",
                "[diff \"t\"]\ncommand = TRAP | git diff",
                "[diff]\nexternal = TRAP | git diff",
                "[core]\nfsmonitor = TRAP | git status",
                "[core]\nhooksPath = .hooks | touch src/a.js; git status",
                "[alias]\nst = !TRAP | git st",
                "[include]\npath = ../more.config | git status",
                "[includeIf \"gitdir:**\"]\npath = ../more.config | git status",
                "[CORE]\n  FSMonitor=TRAP | git status",
                "[core] fsmonitor = TRAP | git status",
                "[diff]external=TRAP | git diff",
                "[core]\nfsmonitor = \\\nTRAP | git status",
                "[extensions]\nworktreeConfig = true | git status",
            })
    void nor_where_git_is_configured_in_one_way(String setting) throws Exception {
        int at = setting.lastIndexOf(" | ");
        files();
        hooks(".hooks");
        configure(setting.substring(0, at) + "\n");
        if (setting.contains("worktreeConfig")) {
            file(".git/config.worktree", "[core]\n fsmonitor = TRAP\n");
        }
        runAll(lines(true));
        Files.writeString(cwd.resolve("f"), "three\n");
        run(setting.substring(at + 3));
        assertThat(canary).as("the trap works").exists();
    }

    @Test
    void nor_where_a_hook_of_the_repository_is_run_by_reading() throws Exception {
        hooks(".git/hooks");
        runAll(lines(true));
        run("touch src/a.js; git status");
        assertThat(canary).as("the trap works").exists();
    }

    @Test
    void nor_where_a_folder_of_the_clone_is_on_the_path() throws Exception {
        for (var name : ReadingPrograms.names()) {
            if (!ReadingPrograms.OF_THE_SHELL.contains(name)) {
                program("node_modules/.bin/" + name);
            }
        }
        for (var path : List.of(cwd + "/node_modules/.bin:", "node_modules/.bin:", "./node_modules/.bin:")) {
            environment = Map.of("PATH", path + "/usr/bin:/bin", "HOME", home.toString());
            runAll(lines(false));
        }
        run("ls");
        assertThat(canary).as("the trap works").exists();
    }

    @Test
    void nor_in_a_bare_repository_a_submodule_or_a_worktree() throws Exception {
        run("git clone -q --bare . bare; git init -q sub; git worktree add -q tree; cp -r .git/. plain");
        for (var config : List.of("bare/config", "sub/.git/config", "plain/config")) {
            var file = cwd.resolve(config);
            Files.writeString(
                    file, Files.readString(file) + armed("[core]\nfsmonitor = TRAP\n[diff]\nexternal = TRAP\n"));
        }
        for (var inside : List.of("bare", "sub", "plain")) {
            var lines = new LinkedHashSet<String>();
            lines(true).forEach(line -> lines.add("cd " + inside + " && " + line.replace("-C src ", "")));
            lines(true).stream()
                    .limit(50)
                    .forEach(line -> lines.add(
                            "git -C " + inside + line.substring(3).replaceFirst(" (--no-pager )?-C src", "")));
            runAll(lines);
        }
    }
}
