package dev.pawl.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several hundred command lines, each with what becomes of it. */
class CommandTableTest {
    @TempDir
    Path folder;

    private Judge judge;
    private Path cwd;

    @BeforeEach
    void rules() throws IOException {
        cwd = Files.createDirectories(folder.resolve("project")).toRealPath();
        var home =
                Files.createDirectories(folder.resolve("home/.ssh")).getParent().toRealPath();
        var rules = new Rules(cwd, home);
        rules.add(
                "test",
                "allow",
                List.of(
                        "Bash(npm run *)",
                        "Bash(git commit *)",
                        "Bash(git add *)",
                        "Bash(make *)",
                        "Bash(tar *)",
                        "Bash(find *)",
                        "Bash(rsync *)",
                        "Bash(docker build *)",
                        "Edit(./out/**)"),
                false);
        rules.add("test", "ask", List.of("Bash(git push *)", "Bash(npm publish*)"), false);
        rules.add(
                "test",
                "deny",
                List.of(
                        "Bash(rm -rf *)",
                        "Bash(git push --force*)",
                        "Bash(curl *)",
                        "Bash(sudo *)",
                        "Bash(dd *)",
                        "Read(~/.ssh/**)",
                        "Edit(.env)",
                        "Read(./secrets/**)"),
                false);
        assertThat(rules.problems()).isEmpty();
        judge = new Judge(rules, cwd, home);
    }

    @Test
    void every_command_of_the_table_gets_its_verdict() throws IOException {
        var wrong = new ArrayList<String>();
        int count = 0;
        for (var line : table()) {
            var expected = line.substring(0, line.indexOf(' '));
            // A backslash at the end of a line joins it with another.
            var command = line.endsWith("\\")
                    ? line.substring(expected.length() + 1) + "\n -rf x"
                    : line.substring(expected.length() + 1);
            var verdict =
                    judge.judge(new CallFacts("bash", command, cwd, null, null, false), PermissionMode.DEFAULT, false);
            var found = switch (verdict) {
                case Verdict.Allow() -> "allow";
                case Verdict.Ask _ -> "ask";
                case Verdict.Deny _ -> "deny";
            };
            count++;
            if (!found.equals(expected)) {
                wrong.add(command + "\n    is " + verdict + "\n    expected " + expected);
            }
        }
        assertThat(wrong).as("wrong verdicts").isEmpty();
        assertThat(count).isGreaterThanOrEqualTo(400);
    }

    @Test
    void what_the_table_asks_or_denies_is_never_read_only() throws IOException {
        // In plan mode the rules do not matter: nothing that the table asks about for what it does may run.
        var home = folder.resolve("home");
        var plan = new Judge(new Rules(cwd, home), cwd, home);
        var ran = new ArrayList<String>();
        for (var line : table()) {
            var command = line.substring(line.indexOf(' ') + 1);
            boolean writes = List.of("rm ", "touch ", "> file", "npm ", "git push", "tee ", "$cmd").stream()
                    .anyMatch(command::contains);
            boolean spoken = command.contains("echo 'rm")
                    || command.contains("echo \"rm")
                    || command.contains("echo rm")
                    || command.contains("# rm")
                    || command.contains("grep 'rm")
                    || command.contains("tee /dev/null")
                    || command.startsWith("npm view")
                    || command.startsWith("npm ls");
            if (writes
                    && !spoken
                    && plan.judge(new CallFacts("bash", command, cwd, null, null, false), PermissionMode.PLAN, false)
                            instanceof Verdict.Allow) {
                ran.add(command);
            }
        }
        assertThat(ran).isEmpty();
    }

    private static List<String> table() throws IOException {
        try (var in =
                Objects.requireNonNull(CommandTableTest.class.getResourceAsStream("/dev/pawl/policy/commands.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }
}
