package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesOfOtherAgentsTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                ".codex/rules/default.rules; prefix_rule(pattern=[\"touch\"], decision=\"forbidden\")",
                ".codex/rules/default.rules; prefix_rule(pattern=[\"touch\"], decision=\"prompt\")",
                ".gemini/policies/a.toml; rule = [{ commandPrefix = \"touch\", decision = \"deny\" }]",
            })
    void a_rule_of_another_agent_keeps_a_command_from_running(String path, String text) throws Exception {
        var script = Script.of(
                Turn.calls(Script.call("bash", JsonObject.of("command", "touch made; ls"))), Turn.text("Done."));
        try (var pawl = TestProgram.in(dir, script)) {
            var file = pawl.home.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            var run = pawl.run("-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.asked(2).getLast()).contains("Bash(touch:*)", path);
        }
    }

    @Test
    void rules_are_imported_as_settings() throws Exception {
        try (var pawl = TestProgram.in(dir)) {
            pawl.file("a.rules", """
                prefix_rule(pattern=["git", ["push", "fetch"]], decision="prompt")
                prefix_rule(pattern=["ls"])
                network_rule(host="example.com", protocol="https", decision="allow")
                """);
            var run = pawl.run("policy", "import", "a.rules");
            assertThat(run.status()).isZero();
            assertThat(run.out()).isEqualTo("""
                {
                  "permissions": {
                    "ask": [
                      "Bash(git push:*)",
                      "Bash(git fetch:*)"
                    ],
                    "allow": [
                      "Bash(ls:*)"
                    ]
                  }
                }
                """);
            assertThat(run.err()).contains("line 3: network_rule for example.com has no effect here");

            pawl.file("b.toml", "rule = [{ decision = \"forbid\" }]");
            var broken = pawl.run("policy", "import", "b.toml");
            assertThat(broken.status()).isEqualTo(1);
            assertThat(broken.err())
                    .contains("b.toml, rule 1: the decision is allow, deny or ask_user, and not forbid");
            assertThat(pawl.run("policy", "import", "c.json").err()).contains("rules of Codex are in files NAME.rules");
            assertThat(pawl.run("policy", "import", "c.rules").err()).contains("c.rules");
            assertThat(pawl.run("policy", "improt", "a.rules").err()).contains("did you mean pawl policy import?");
        }
    }
}
