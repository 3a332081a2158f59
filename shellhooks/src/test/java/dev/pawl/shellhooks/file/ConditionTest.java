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

class ConditionTest {
    private static final Path CWD = Path.of("/home/me/project");
    private static final Path HOME = Path.of("/home/me");

    private static boolean holds(String rule, String tool, JsonObject input) {
        return Objects.requireNonNull(Condition.of(rule, CWD)).holds(List.of(tool), input, CWD, HOME);
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
        var call = JsonObject.of("file_path", dir.resolve("other/key").toString());
        assertThat(rule.holds(List.of("Read"), call, dir, HOME)).isTrue();
    }
}
