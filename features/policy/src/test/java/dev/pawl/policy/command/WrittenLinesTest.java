package dev.pawl.policy.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.policy.rule.CallFacts;
import dev.pawl.policy.rule.Judge;
import dev.pawl.policy.rule.Rules;
import dev.pawl.policy.rule.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that people wrote: attacks on the reader of command lines, and what developers type to look at a project. */
class WrittenLinesTest {
    @TempDir
    Path folder;

    private Path cwd;
    private Map<String, String> environment;

    @BeforeEach
    void project() throws Exception {
        cwd = Files.createDirectories(folder.resolve("project/src")).getParent().toRealPath();
        Files.createDirectories(cwd.resolve("linked"));
        environment = Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toRealPath() + "/home", "LC_ALL", "C.UTF-8");
        Files.createDirectories(folder.resolve("home"));
        for (var file : Map.of("f", "a:1\nb:2\nw\n", "src/a.js", "a\n", ".env", "KEY=1\n", "x.json", "{\"a\": 1}\n")
                .entrySet()) {
            Files.writeString(cwd.resolve(file.getKey()), file.getValue());
        }
        Files.createSymbolicLink(cwd.resolve("link"), Path.of(".env"));
        Files.createSymbolicLink(cwd.resolve("linked/l"), Path.of("../.env"));
    }

    /** The lines of a file; a sign stands for the end of a line inside of one. */
    private static List<String> lines(String name) throws IOException {
        try (var in = WrittenLinesTest.class.getResourceAsStream("/lines/" + name + ".txt")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replace('␤', '\n'))
                    .toList();
        }
    }

    /** Whether a line runs in a project without rules. */
    private boolean runs(String line, PermissionMode mode) {
        return new Judge(new Rules(cwd, cwd), cwd, cwd, environment, null, () -> false)
                        .judge(CallFacts.command(line, cwd), mode, false)
                instanceof Verdict.Allow;
    }

    @Deep
    @Test
    void no_attack_that_runs_in_plan_mode_writes_or_starts_what_is_not_listed() throws Exception {
        Needed.program("strace");
        Needed.program("git");
        TracedLine.run(
                "git init -q . && git add f src && git -c user.name=x -c user.email=x@y commit -qm x && echo c > f"
                        + " && git -c user.name=x -c user.email=x@y stash -q && echo d > f",
                cwd,
                environment,
                folder);
        var known = new TreeSet<>(ReadingPrograms.names());
        known.add("sh");
        var wrong = new ArrayList<String>();
        int ran = 0;
        for (var line : lines("attacks")) {
            if (runs(line, PermissionMode.PLAN)) {
                ran++;
                var traced = TracedLine.run(line, cwd, environment, folder);
                if (!known.containsAll(traced.programs()) || !traced.writes().isEmpty()) {
                    wrong.add(line + " started " + traced.programs() + ", wrote " + traced.writes());
                }
            }
        }
        System.out.println(ran + " of " + lines("attacks").size() + " attacks by hand ran in plan mode");
        assertThat(wrong).isEmpty();
        assertThat(ran).isGreaterThan(100);
    }

    /** Loops, variables, other programs and versions of languages are asked about; the rest runs. */
    @Test
    void most_of_what_developers_type_to_look_at_a_project_runs_unasked() throws Exception {
        var asked = new ArrayList<>(lines("everyday"));
        int all = asked.size();
        asked.removeIf(line -> runs(line, PermissionMode.DEFAULT));
        System.out.println((all - asked.size()) + " of " + all + " everyday lines run unasked");
        assertThat(asked.size()).as("%s", asked).isLessThan(all * 12 / 100);
    }
}
