package dev.pawl.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.PermissionMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        judge = new Judge(rules, cwd, home, Map.of(), null, () -> true);
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
            var verdict = judge.judge(CallFacts.command(command, cwd), PermissionMode.DEFAULT, false);
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
                    && plan.judge(CallFacts.command(command, cwd), PermissionMode.PLAN, false)
                            instanceof Verdict.Allow) {
                ran.add(command);
            }
        }
        assertThat(ran).isEmpty();
    }

    @Test
    void evasions_are_denied_or_asked_and_refused_in_plan_mode() throws IOException {
        Files.createDirectories(cwd.resolve("secrets"));
        Files.createDirectories(cwd.resolve("src"));
        Files.writeString(cwd.resolve("secrets/key"), "k");
        Files.writeString(cwd.resolve("f"), "f");
        Files.createSymbolicLink(cwd.resolve("alias"), Path.of("secrets"));
        var home = folder.resolve("home").toRealPath();
        Files.writeString(home.resolve(".ssh/id_rsa"), "k");
        var plan = new Judge(new Rules(cwd, home), cwd, home);
        var wrong = new ArrayList<String>();
        for (var line : table("evasions.txt")) {
            var expected = line.substring(0, line.indexOf(' '));
            var command = line.substring(expected.length() + 1)
                    .replace("\\n", "\n")
                    .replace("\\r;", "\r;")
                    .replace("\\t", "\t");
            var call = CallFacts.command(command, cwd);
            var found =
                    judge.judge(call, PermissionMode.DEFAULT, false).getClass().getSimpleName();
            if (!found.equalsIgnoreCase(expected.replace("!", ""))) {
                wrong.add(line + "\n    is " + judge.judge(call, PermissionMode.DEFAULT, false));
            }
            if (expected.endsWith("!") && !(plan.judge(call, PermissionMode.PLAN, false) instanceof Verdict.Deny)) {
                wrong.add(line + "\n    runs in plan mode");
            }
        }
        assertThat(wrong).as("wrong verdicts").isEmpty();
    }

    @Test
    void edits_that_are_accepted_stay_in_the_project() throws IOException {
        Files.createDirectories(cwd.resolve("src"));
        Files.writeString(cwd.resolve("f"), "f");
        var home = folder.resolve("home").toRealPath();
        var open = new Judge(new Rules(cwd, home), cwd, home);
        for (var command :
                List.of("ln -s f g", "cp f g && cat g", "mkdir -p a/b && cp f a/b/c", "mv f g", "cp -r src out2")) {
            assertThat(open.judge(CallFacts.command(command, cwd), PermissionMode.ACCEPT_EDITS, false))
                    .as(command)
                    .isInstanceOf(Verdict.Allow.class);
        }
        for (var command : List.of(
                "ln -s /etc e && echo x > e/passwd",
                "cp -a src s2 && echo x > s2/link/y",
                "mv src s2 && touch s2/link/y",
                "echo x > .git/config",
                "cp f ../g")) {
            assertThat(open.judge(CallFacts.command(command, cwd), PermissionMode.ACCEPT_EDITS, false))
                    .as(command)
                    .isInstanceOf(Verdict.Ask.class);
        }
    }

    @Test
    void git_in_a_folder_that_may_be_a_repository_of_its_own_is_asked_about() throws IOException {
        // A repository can hold another one whose folder is not called .git, and whose configuration names a program.
        Files.createDirectories(cwd.resolve(".git"));
        var bare = Files.createDirectories(cwd.resolve("lib/data/objects")).getParent();
        Files.writeString(bare.resolve("HEAD"), "ref: refs/heads/main");
        Files.createDirectories(cwd.resolve("src"));
        var home = folder.resolve("home").toRealPath();
        var plan = new Judge(new Rules(cwd, home), cwd, home);
        for (var command : List.of(
                "cd lib/data && git status",
                "git -C lib/data log",
                "env -C lib/data git diff",
                "cd lib; git -C data status")) {
            assertThat(plan.judge(CallFacts.command(command, cwd), PermissionMode.PLAN, false))
                    .as(command)
                    .isInstanceOf(Verdict.Deny.class);
        }
        for (var command : List.of("git status", "cd src && git status", "git -C lib log")) {
            assertThat(plan.judge(CallFacts.command(command, cwd), PermissionMode.PLAN, false))
                    .as(command)
                    .isInstanceOf(Verdict.Allow.class);
        }
    }

    private static List<String> table() throws IOException {
        return table("commands.txt");
    }

    private static List<String> table(String name) throws IOException {
        try (var in = Objects.requireNonNull(CommandTableTest.class.getResourceAsStream("/dev/pawl/policy/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }
}
