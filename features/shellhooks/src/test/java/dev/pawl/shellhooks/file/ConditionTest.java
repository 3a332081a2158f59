package dev.pawl.shellhooks.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
    private static final Path CWD = Path.of("/home/me/project");
    private static final Path HOME = Path.of("/home/me");

    private static boolean holds(String rule, String tool, JsonObject input) {
        var file = input.get("file_path") instanceof String path ? Path.of(path) : null;
        return Objects.requireNonNull(Condition.of(rule, CWD)).holds(List.of(tool), input, file, CWD, HOME);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Bash; ls; true",
                "Bash(*); ls; true",
                "Bash(ls *); ls -la; true",
                "Bash(ls *); ls; true",
                "Bash(ls *); lsof; false",
                "Bash(ls:*); ls -la; true",
                "Bash(git push *); git status; false",
                "Bash(git push *); cd x && git push origin; true",
                "Bash(git push *); true | git push; true",
                "Bash(git push *); A=1 B=2 git push; true",
                "Bash(git push *); timeout 5 git push; true",
                "Bash(git push *); nohup git push; true",
                "Bash(git push *); echo $(git push); true",
                "Bash(git push *); echo `git push`; true",
                "Bash(git push *); $GIT push; true",
                "Bash(git *); echo $HOME; false",
                "Bash(rm *); echo 'a && rm b'; false",
                "Bash(rm *); echo \"unclosed; true",
                "Bash(npm test); npm test; true",
                "Bash(npm test); npm test --all; false",
                "Bash(git push *); (git push); true",
                "Bash(git push *); '{ git push\n}'; true",
                "Bash(git push *); ! git push; true",
                "Bash(git push *); 'if true\nthen git push\nfi'; true",
                "Bash(git push *); 'while :\ndo git push -f\ndone'; true",
                "Bash(git push *); A=\"b c\" git push; true",
                "Bash(git push *); cat <(git push); true",
                "Bash(git push *); g\\it push; true",
                "Bash(git push *); \"git\" push; true",
                "Bash(git push *); echo \"git push\"; false",
                "Read; ls; false",
            })
    void a_rule_is_tried_on_every_command_of_a_line(String rule, String command, boolean holds) {
        assertThat(holds(rule, "Bash", JsonObject.of("command", command))).isEqualTo(holds);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git  push",
                "git\tpush",
                "git \\\n push",
                "/usr/bin/git push",
                "env git push",
                "env -u HOME A=1 git push",
                "sudo -u me git push",
                "nice -n 5 git push",
                "timeout -s KILL 5s git push",
                "time -p git push",
                "find . -name x | xargs -n 1 git push",
                "find . -exec git push {} +",
                "exec git push",
                "eval 'git push'",
                "bash -c 'cd x && git push'",
                "sudo sh -ec \"true; git push\"",
                "bash <<< 'git push'",
                "echo 'git push' | bash",
                "echo git push | sh -s",
                "bash <<EOF\ngit push\nEOF",
                ">/dev/null git push",
                "2>&1 git push",
                "true &> log; git push",
                "{git,push}",
                "gi? push",
                "$'git' push",
                "case x in x) git push;; esac",
                "f() { git push; }; f",
                "function f { git push; }; f",
                "for i in 1 2; do git push; done",
                "coproc git push",
                "[[ -f x ]] && git push",
                "A=$(date) git push",
                "\"/usr/bin/git\" push",
            })
    void no_disguise_of_a_command_gets_past_a_rule(String command) {
        assertThat(holds("Bash(git push *)", "Bash", JsonObject.of("command", command)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git status",
                "sudo apt install git",
                "bash build.sh",
                "env A=1 make push",
                "find . -name push",
                "xargs -n 1 echo",
                "bash -c 'git pull'",
                "ls *.txt",
                "echo {a,b}",
            })
    void other_commands_are_not_meant(String command) {
        assertThat(holds("Bash(git push *)", "Bash", JsonObject.of("command", command)))
                .isFalse();
    }

    @Test
    void a_rule_about_a_file_means_all_tools_that_write_or_read_it() {
        var env = JsonObject.of("file_path", CWD + "/.env");
        assertThat(holds("Edit(.env)", "Write", env)).isTrue();
        assertThat(holds("Edit", "Write", env)).isFalse();
        assertThat(holds("Read(.env)", "Grep", env)).isTrue();
        assertThat(holds("Read(.env)", "Write", env)).isFalse();
    }

    @Test
    void a_rule_that_cannot_be_tried_means_the_call() {
        assertThat(holds("Agent(Explore)", "Agent", JsonObject.of("prompt", "Look")))
                .isTrue();
        assertThat(holds("Edit([a)", "Edit", JsonObject.of("file_path", CWD + "/x")))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "https://evil.example/x, true",
        "https://EVIL.example./x, true",
        "https://good.example@evil.example, true",
        "https://evil.example/a b, true",
        "https://good.example/evil.example, false"
    })
    void a_host_is_meant_however_it_is_written(String url, boolean holds) {
        assertThat(holds("WebFetch(domain:evil.example)", "WebFetch", JsonObject.of("url", url)))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Edit(*.ts); /home/me/project/src/a.ts; true",
                "Edit(*.ts); /home/me/project/a.js; false",
                "Edit(src/**); /home/me/project/src/deep/a.js; true",
                "Edit(/src/*.js); /home/me/project/src/a.js; true",
                "Edit(//etc/**); /etc/passwd; true",
                "Edit(~/.ssh/*); /home/me/.ssh/id; true",
                "Edit(.env); /home/me/project/sub/.env; true",
                "Edit(secrets/); /home/me/project/secrets/key; true",
                "Edit(secrets); /home/me/project/secrets/key; true",
                "Edit(*.ts); /elsewhere/a.ts; false",
            })
    void paths_are_meant_as_in_gitignore(String rule, String file, boolean holds) {
        assertThat(holds(rule, "Edit", JsonObject.of("file_path", file))).isEqualTo(holds);
    }

    @Test
    void a_server_stands_for_all_its_tools() {
        assertThat(holds("mcp__files", "mcp__files__read", JsonObject.empty())).isTrue();
        assertThat(holds("mcp__files", "mcp__other__read", JsonObject.empty())).isFalse();
        assertThat(holds("mcp__files__*", "mcp__files__read", JsonObject.empty()))
                .isTrue();
        assertThat(holds("mcp__files__get_*", "mcp__files__read", JsonObject.empty()))
                .isFalse();
    }

    @Test
    void what_is_no_rule_is_none() {
        assertThat(Condition.of("Bash(ls), Read", CWD)).isNull();
        assertThat(Condition.of("", CWD)).isNull();
    }

    @Test
    void a_file_is_meant_by_whatever_link(@TempDir Path dir) throws Exception {
        var secrets = Files.createDirectory(dir.toRealPath().resolve("secrets"));
        Files.writeString(secrets.resolve("key"), "k");
        Files.createSymbolicLink(dir.resolve("other"), secrets);
        var rule = Objects.requireNonNull(Condition.of("Read(secrets/**)", dir));
        var file = dir.resolve("other/key");
        assertThat(rule.holds(List.of("Read"), JsonObject.empty(), file, dir, HOME))
                .isTrue();
    }
}
