package dev.pawl.policy.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeminiPolicyTest {
    private static List<String> rules(Translation made) {
        return made.rules().stream()
                .map(rule -> rule.decision().list() + " " + rule.text())
                .toList();
    }

    private static Translation rule(String fields) {
        return GeminiPolicy.read("a.toml", "[[rule]]\n" + fields.replace("; ", "\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '→', quoteCharacter = '`', textBlock = """
        toolName = "run_shell_command"; decision = "deny"                                   → deny Bash
        toolName = "run_shell_command"; commandPrefix = "rm -rf"; decision = "deny"         → deny Bash(rm -rf:*)
        commandPrefix = ["git ", "npm"]; decision = "ask_user"                              → ask Bash(git:*), ask Bash(npm:*)
        commandRegex = "git (commit|push)"; decision = "allow"                              → allow Bash(git commit*), allow Bash(git push*)
        commandRegex = "git\\\\s+(?:a|b)\\\\.c.*"; decision = "deny"                        → deny Bash(git a.c*), deny Bash(git b.c*)
        toolName = ["write_file", "replace"]; decision = "ask_user"                         → ask Edit
        toolName = "read_many_files"; decision = "deny"                                     → deny Read
        toolName = "list_directory"; decision = "deny"                                      → deny LS
        toolName = "web_fetch"; decision = "deny"                                           → deny WebFetch
        toolName = "*"; decision = "ask_user"                                               → ask Bash, ask Read, ask Edit, ask WebFetch, ask *
        decision = "deny"                                                                   → deny Bash, deny Read, deny Edit, deny WebFetch, deny *
        mcpName = "github"; toolName = "delete_repo"; decision = "deny"                     → deny mcp__github__delete_repo
        mcpName = "github"; decision = "deny"                                               → deny mcp__github__*
        mcpName = "*"; decision = "ask_user"                                                → ask mcp__*__*
        toolName = "mcp_*"; decision = "deny"                                               → deny mcp__*
        toolName = "mcp_github_*"; decision = "deny"                                        → deny mcp__github__*
        toolName = "mcp_*_delete"; decision = "deny"                                        → deny mcp__*__delete
        toolName = "github__delete"; decision = "deny"                                      → deny mcp__github__delete
        toolName = "save_memory"; decision = "allow"                                        → allow save_memory
        toolName = "glob"; decision = "allow"; modes = ["default", "plan"]; priority = 5    → allow Glob
        """)
    void a_rule_is_one_about_the_tools_with_that_use_here(String written, String expected) {
        var made = rule(written);
        assertThat(made.problems()).isEmpty();
        assertThat(made.notices()).isEmpty();
        assertThat(String.join(", ", rules(made))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '→', quoteCharacter = '`', textBlock = """
        toolName = "read_file"; argsPattern = "\\\\.env"            → argsPattern  → Read
        toolName = "glob"; modes = ["yolo"]                         → modes        → Glob
        toolName = "glob"; subagent = "helper"                      → subagent     → Glob
        toolName = "glob"; interactive = false                      → interactive  → Glob
        toolName = "glob"; something_new = 1                        → something_new → Glob
        commandRegex = "rm .*-rf"                                   → commandRegex → Bash(rm *)
        commandRegex = ".*curl"                                     → commandRegex → Bash
        commandRegex = "git [cp]ush"                                → commandRegex → Bash(git *)
        commandRegex = "rm|mv"                                      → commandRegex → Bash
        commandRegex = "rm x+|mv"                                   → commandRegex → Bash
        """)
    void what_cannot_be_expressed_restricts_more_and_allows_nothing(String written, String lost, String rule) {
        var denied = rule(written + "; decision = \"deny\"");
        assertThat(rules(denied)).containsExactly("deny " + rule);
        assertThat(denied.notices())
                .singleElement()
                .asString()
                .contains(lost + " cannot be said in a rule here, so it forbids " + rule + " altogether");
        var allowed = rule(written + "; decision = \"allow\"");
        assertThat(rules(allowed)).isEmpty();
        assertThat(allowed.leftOut()).singleElement().asString().contains(lost);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '→', quoteCharacter = '`', textBlock = """
        toolName = "glob"; decision = "prompt"                                   → the decision is allow, deny or ask_user, and not prompt
        toolName = "glob"                                                        → and not null
        toolName = 1; decision = "deny"                                          → toolName and commandPrefix are texts
        commandPrefix = "a"; commandRegex = "b"; decision = "deny"               → it has both
        decision                                                                 → a.toml
        """)
    void what_is_wrong_is_a_problem(String written, String problem) {
        assertThat(rule(written).problems()).singleElement().asString().contains(problem);
    }

    @Test
    void an_exception_that_is_lost_is_named() {
        var made = GeminiPolicy.read("a.toml", """
            [[rule]]
            toolName = "run_shell_command"
            decision = "deny"
            priority = 10
            [[rule]]
            commandPrefix = "git"
            decision = "allow"
            priority = 20
            [[rule]]
            toolName = "glob"
            decision = "allow"
            priority = 30
            [[safety_checker]]
            toolName = "*"
            """);
        assertThat(rules(made)).containsExactly("deny Bash", "allow Bash(git:*)", "allow Glob");
        assertThat(made.notices())
                .containsExactly(
                        "a.toml: safety_checker has no effect here. Write the check as a hook (pawl hooks new NAME).",
                        "a.toml: rule 2 is no exception to rule 1 here, whatever its priority: a rule that forbids"
                                + " comes first.");
        assertThat(GeminiPolicy.read("a.toml", "rules_of = 1").problems()).hasSize(1);
    }
}
