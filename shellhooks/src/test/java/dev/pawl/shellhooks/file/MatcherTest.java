package dev.pawl.shellhooks.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatcherTest {
    private static final String CLAUDE = "-, ";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "*; Bash; true",
                "''; Bash; true",
                "Bash; Bash; true",
                "Bash; BashOutput; false",
                "Edit|Write; Write; true",
                "'Edit, Write'; Write; true",
                "Ed.*; MultiEdit; true",
                "^Ed.*; MultiEdit; false",
                "mcp__memory__.*; mcp__memory__create; true",
                "mcp__memory; mcp__memory__create; false",
            })
    void names_are_lists_or_regular_expressions(String matcher, String name, boolean matches) {
        assertThat(Matcher.of(matcher, CLAUDE, false).matches(List.of(name))).isEqualTo(matches);
    }

    @Test
    void a_regular_expression_is_anchored_where_the_dialect_wants_it() {
        assertThat(Matcher.of("Ed.*", "", true).matches(List.of("MultiEdit"))).isFalse();
        assertThat(Matcher.of("Ed.*", "", true).matches(List.of("Edit"))).isTrue();
    }

    @Test
    void any_name_of_a_tool_is_enough() {
        assertThat(Matcher.of("Task", CLAUDE, false).matches(List.of("Agent", "Task", "subagent")))
                .isTrue();
    }

    @Test
    void what_is_no_expression_is_refused() {
        assertThatThrownBy(() -> Matcher.of("[", CLAUDE, false)).isInstanceOf(PatternSyntaxException.class);
    }
}
