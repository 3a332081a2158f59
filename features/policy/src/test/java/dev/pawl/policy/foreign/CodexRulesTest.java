package dev.pawl.policy.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodexRulesTest {
    private static List<String> rules(Translation made) {
        return made.rules().stream()
                .map(rule -> rule.decision().list() + " " + rule.text())
                .toList();
    }

    private static Translation read(String text) {
        return CodexRules.read("a.rules", text);
    }

    @Test
    void each_spelling_of_a_prefix_is_a_rule_with_its_decision_and_reason() {
        var made = read("""
            # What is pushed is reviewed.
            REMOTE = ["push", "fetch"]
            prefix_rule(
                pattern = ["git", REMOTE],
                decision = "prompt",
                justification = "ask" + ' first',  # concatenated
                match = [["git", "push", "origin"], 'git fetch "a b"'],
                not_match = ["git status"],
            )
            prefix_rule(pattern = ["/bin/rm", "-rf"], decision = "forbidden")
            prefix_rule(pattern = ["ls"])
            """);
        assertThat(made.problems()).isEmpty();
        assertThat(made.notices()).isEmpty();
        assertThat(rules(made))
                .containsExactly(
                        "ask Bash(git push:*)", "ask Bash(git fetch:*)", "deny Bash(rm -rf:*)", "allow Bash(ls:*)");
        assertThat(made.rules().getFirst().source()).isEqualTo("a.rules, line 3: ask first");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        prefix_rule(pattern=["git"], match=["hg log"])                  | line 1: the rule does not match its example hg log in match
        prefix_rule(pattern=["git"], not_match=[["git", "push"]])       | line 1: the rule matches its example git push in not_match
        prefix_rule(pattern=["git", "push"], match=["git"])             | does not match its example git
        prefix_rule(pattern=[])                                         | a pattern is a list with at least one word
        prefix_rule(pattern=["git", []])                                | a word of a pattern is a text or a list of texts
        prefix_rule(pattern="git")                                      | a pattern is a list
        prefix_rule(decision="prompt")                                  | a pattern is a list
        prefix_rule(pattern=["git"], decision="deny")                   | the decision is allow, prompt or forbidden, and not deny
        prefix_rule(pattern=["git"], when="always")                     | prefix_rule has no argument when
        suffix_rule(pattern=["git"])                                    | there is no function suffix_rule
        def f(): pass                                                   | "def" is neither a call nor a value
        prefix_rule(pattern=[x for x in y])                             | "x" is not a value that was given a name before
        prefix_rule(pattern=["git)                                      | a text is not closed
        prefix_rule(pattern=["git"]                                     | a comma or the end of the arguments is missing
        host_executable(name="git", paths=["git"])                      | a path of host_executable is absolute
        """)
    void what_cannot_be_read_is_a_problem_with_its_line(String text, String problem) {
        assertThat(read(text).problems())
                .singleElement()
                .asString()
                .startsWith("a.rules: line ")
                .contains(problem);
    }

    @Test
    void a_program_is_allowed_by_the_paths_that_its_file_names() {
        var made = read("""
            prefix_rule(pattern=["git", "status"])
            host_executable(name="git", paths=["/usr/bin/git", "/opt/git/bin/git"])
            """);
        assertThat(rules(made))
                .containsExactly(
                        "allow Bash(git status:*)",
                        "allow Bash(/usr/bin/git status:*)",
                        "allow Bash(/opt/git/bin/git status:*)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "*", "$(x)", "it's"})
    void a_word_that_means_more_in_a_pattern_allows_nothing_and_still_forbids(String word) {
        var made = read("prefix_rule(pattern=['echo', \"" + word + "\"])\n" + "prefix_rule(pattern=['echo', \"" + word
                + "\"], decision='forbidden')");
        assertThat(rules(made)).containsExactly("deny Bash(echo " + word + ":*)");
        assertThat(made.leftOut()).singleElement().asString().contains("cannot be told apart");
    }

    @Test
    void rules_about_hosts_are_named() {
        assertThat(read("network_rule(host='example.com', protocol='https', decision='forbidden')")
                        .notices())
                .singleElement()
                .asString()
                .contains("network_rule for example.com has no effect here");
    }

    @Test
    void an_organisation_forbids_in_its_requirements() {
        var made = CodexRules.requirements("requirements.toml", """
            allowed_sandbox_modes = ["read-only"]
            [rules]
            prefix_rules = [
              { pattern = [{ token = "git" }, { any_of = ["push", "commit"] }], decision = "prompt", justification = "Review" },
              { pattern = [{ token = "rm" }], decision = "forbidden" },
            ]
            """);
        assertThat(made.problems()).isEmpty();
        assertThat(rules(made)).containsExactly("ask Bash(git push:*)", "ask Bash(git commit:*)", "deny Bash(rm:*)");
        assertThat(CodexRules.requirements("r.toml", "[rules]\nprefix_rules = [{ decision = \"forbidden\" }]")
                        .problems())
                .hasSize(1);
        assertThat(CodexRules.requirements("r.toml", "[rules\n").problems()).hasSize(1);
    }
}
