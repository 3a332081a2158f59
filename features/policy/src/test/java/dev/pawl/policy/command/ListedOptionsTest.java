package dev.pawl.policy.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.policy.rule.CallFacts;
import dev.pawl.policy.rule.Judge;
import dev.pawl.policy.rule.Rules;
import dev.pawl.policy.rule.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every program of the list of what only reads, with the options that the program itself says it has, in all orders and
 * forms: if a table of options misreads one, a line that runs unasked writes or starts something, and the kernel sees it.
 */
@Deep
class ListedOptionsTest {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-zA-Z][\\w-]*|-[a-zA-Z0-9])");

    /** What writes, runs or is something else if it is taken for what it is not. */
    private static final List<String> VALUES = List.of(
            "w",
            "f",
            "src",
            ".",
            "5",
            "-5",
            "-o",
            "-ow",
            "--output=w",
            "--output",
            "a",
            "x.json",
            "HEAD",
            "--",
            "-",
            "'*'",
            "./*",
            "%H",
            "1,2",
            ":",
            "'p'",
            "'.a'",
            "name",
            "stash@{0}",
            "HEAD:f",
            "always",
            "never",
            "--exec=touch",
            "-x");

    @TempDir
    Path folder;

    private Path cwd;
    private Map<String, String> environment;
    private final Map<String, List<String>> options = new HashMap<>();

    @BeforeEach
    void project() throws Exception {
        Needed.program("strace");
        Needed.program("git");
        cwd = Files.createDirectories(folder.resolve("project/src")).getParent().toRealPath();
        var home = Files.createDirectories(folder.resolve("home")).toRealPath();
        environment = Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString(), "LC_ALL", "C.UTF-8");
        Files.writeString(cwd.resolve("f"), "a:1\nb:2\n");
        Files.writeString(cwd.resolve("src/a.js"), "a\n");
        Files.writeString(cwd.resolve("x.json"), "{\"a\": 1}\n");
        var commit = "git -c user.name=x -c user.email=x@y commit -qm x";
        run("git init -q . && git add . && " + commit
                + " && echo c > f && git -c user.name=x -c user.email=x@y stash -q && echo d > f");
        for (var name : ReadingPrograms.names()) {
            options.put(
                    name, ReadingPrograms.OF_THE_SHELL.contains(name) ? List.of("-a", "-v") : help(name + " --help"));
        }
        for (var name : GitReading.names()) {
            options.put("git " + name, help("git " + name + " -h; git log -h; git diff -h"));
        }
        options.put("git -C src", List.of("log", "status", "stash", "--output"));
    }

    private TracedLine run(String line) throws IOException, InterruptedException {
        return TracedLine.run(line, cwd, environment, folder);
    }

    /** The options that a program names in its help, and those of revisions and differences, which git names in its manual. */
    private List<String> help(String line) throws Exception {
        var found = new LinkedHashSet<String>();
        OPTION.matcher(run(line).output()).results().forEach(result -> found.add(result.group()));
        if (line.startsWith("git")) {
            found.addAll(List.of(
                    "-p",
                    "--stat",
                    "--format",
                    "--pretty",
                    "-S",
                    "-G",
                    "-O",
                    "-M",
                    "-n",
                    "--output",
                    "--word-diff",
                    "--oneline",
                    "--ext-diff",
                    "--textconv",
                    "-c",
                    "--cc",
                    "--all",
                    "--no-index",
                    "--since",
                    "--author",
                    "-L",
                    "-g",
                    "-i"));
        }
        found.add("-h");
        return List.copyOf(found);
    }

    private static String line(Draw draw, String name, List<String> options) {
        var line = new StringBuilder(name);
        for (int i = draw.integer(1, 5); i > 0; i--) {
            var option = draw.of(options);
            var value = draw.of(VALUES);
            boolean isLong = option.startsWith("--");
            line.append(' ')
                    .append(
                            switch (draw.integer(0, 6)) {
                                case 0, 1 -> option;
                                case 2 -> option + " " + value;
                                case 3 -> isLong ? option + "=" + value : option + value;
                                case 4 ->
                                    isLong ? option : option + draw.of(options).replaceFirst("^-+(.).*", "$1");
                                default -> value;
                            });
        }
        return line.toString();
    }

    @Test
    void the_kernel_sees_what_a_line_does() throws Exception {
        assertThat(run("touch w; rm w; cat f").programs()).containsExactly("cat", "rm", "touch");
        assertThat(run("echo x > w; rm w").writes()).hasSize(2);
        assertThat(run("(exec 3<> /dev/tcp/127.0.0.1/1) 2> /dev/null; kill -0 $$")
                        .writes())
                .isNotEmpty();
        assertThat(run("cat f; git status").writes()).isEmpty();
        assertThat(run("git stash list -- --output=w; rm w").writes()).hasSizeGreaterThan(1);
    }

    @Test
    void no_option_of_a_program_that_runs_unasked_writes_or_starts_another() {
        var judge = new Judge(new Rules(cwd, cwd), cwd, cwd, environment, null, () -> false);
        var names = options.keySet().stream().sorted().toList();
        var known = new LinkedHashSet<>(ReadingPrograms.names());
        // The editions of grep are scripts around it.
        known.addAll(Set.of("grep", "sh"));
        var ran = new AtomicInteger();
        var wrong = new ArrayList<String>();
        int tries = Campaign.tries(2_000, 60_000);
        Property.holds(tries, draw -> {
            var name = draw.of(names);
            var line = line(draw, name, options.getOrDefault(name, List.of()));
            // A file that grows is followed without end.
            if (line.matches("(sleep|tail) .*|seq .*inf.*")
                    || !(judge.judge(CallFacts.command(line, cwd), PermissionMode.PLAN, false)
                            instanceof Verdict.Allow)) {
                return;
            }
            ran.incrementAndGet();
            var traced = run(line);
            if (!known.containsAll(traced.programs()) || !traced.writes().isEmpty()) {
                wrong.add(line + " started " + traced.programs() + ", wrote " + traced.writes());
            }
        });
        System.out.println("generated " + tries + " calls with options, " + ran + " ran");
        assertThat(wrong).isEmpty();
        assertThat(ran).as("lines that ran").hasValueGreaterThan(tries / 50);
    }
}
