package dev.pawl.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examples beside rules, which are checked when the file is read. */
class RuleExamplesTest {
    @TempDir
    Path dir;

    private List<String> problems(String list, JsonObject rule) {
        var rules = new Rules(dir.resolve("project"), dir.resolve("home"));
        rules.add("settings.json", JsonObject.of(list, List.of(rule)), false);
        return rules.problems();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        deny  | Bash(git push *)               | git push origin main     | git status
        deny  | Bash(rm -rf *)                 | cd x && sudo rm -rf /    | rm a.txt
        ask   | Read(~/.ssh/**)                | ~/.ssh/id_rsa            | src/Main.java
        deny  | Edit(.env)                     | config/.env              | .envrc
        deny  | WebFetch(domain:example.com)   | https://a.example.com/x  | https://example.org/
        deny  | mcp__github__delete_*          | mcp__github__delete_repo | mcp__github__get_repo
        allow | Bash(npm run *)                | npm run build            | npm run build; rm x
        allow | Bash(git status)               | git status               | git push
        allow | Edit(./src/**)                 | src/Main.java            | docs/page.md
        """)
    void an_example_that_agrees_with_its_rule_is_no_problem_and_one_that_does_not_is_named(
            String list, String rule, String about, String notAbout) {
        var good = JsonObject.of("rule", rule, "match", List.of(about)).with("notMatch", List.of(notAbout));
        assertThat(problems(list, good)).isEmpty();
        var wrong = JsonObject.of("rule", rule, "match", List.of(notAbout)).with("notMatch", List.of(about));
        assertThat(problems(list, wrong))
                .containsExactly(
                        "settings.json: permissions." + list + " " + rule + ": it is not about its example " + notAbout,
                        "settings.json: permissions." + list + " " + rule + ": it is about " + about
                                + ", which notMatch names");
    }

    @Test
    void the_rule_holds_beside_its_examples() {
        var rules = new Rules(dir, dir);
        var rule = JsonObject.of("rule", "Bash(git push *)", "match", List.of("git push"));
        rules.add("settings.json", JsonObject.of("deny", List.of(rule, "Bash(curl *)")), false);
        assertThat(rules.problems()).isEmpty();
        assertThat(rules.deny).hasToString("[Bash(git push *), Bash(curl *)]");
    }

    @Test
    void what_is_no_rule_with_examples_is_named_and_every_call_is_asked_about() {
        assertThat(problems("deny", JsonObject.of("match", List.of("git push"))))
                .singleElement()
                .asString()
                .contains("names no rule");
        assertThat(problems("deny", JsonObject.of("rule", "Bash(git *)", "matches", List.of())))
                .containsExactly("settings.json: permissions.deny Bash(git *) has the field matches, which is none of"
                        + " rule, match, notMatch");
        assertThat(problems("deny", JsonObject.of("rule", "Bash(git *)", "match", "git push")))
                .containsExactly("settings.json: permissions.deny Bash(git *): match must be a list of texts");
        var rules = new Rules(dir, dir);
        rules.add("settings.json", JsonObject.of("deny", List.of(JsonObject.of("rule", 3))), false);
        assertThat(rules.isBroken()).isTrue();
    }
}
