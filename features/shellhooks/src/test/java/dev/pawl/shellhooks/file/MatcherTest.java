package dev.pawl.shellhooks.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.shellhooks.dialect.Dialect.Trait;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatcherTest {
    private static final Set<Trait> CLAUDE = Set.of(Trait.COMMA_LISTS);

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
        assertThat(Matcher.of(matcher, CLAUDE).matches(List.of(name))).isEqualTo(matches);
    }

    @Test
    void a_regular_expression_is_anchored_where_the_dialect_wants_it() {
        assertThat(Matcher.of("Ed.*", Set.of(Trait.ANCHORED)).matches(List.of("MultiEdit")))
                .isFalse();
        assertThat(Matcher.of("Ed.*", Set.of(Trait.ANCHORED)).matches(List.of("Edit")))
                .isTrue();
    }

    @Test
    void any_name_of_a_tool_is_enough() {
        assertThat(Matcher.of("Task", CLAUDE).matches(List.of("Agent", "Task", "subagent")))
                .isTrue();
    }

    @Test
    void what_is_no_expression_is_refused() {
        assertThatThrownBy(() -> Matcher.of("[", CLAUDE)).isInstanceOf(PatternSyntaxException.class);
    }

    @Test
    void a_list_without_a_name_is_refused_because_it_would_never_match() {
        assertThatThrownBy(() -> Matcher.of(" | ,", CLAUDE))
                .isInstanceOf(PatternSyntaxException.class)
                .hasMessageContaining("there is no name");
    }

    @Test
    void what_is_no_expression_stands_for_itself_where_the_dialect_says_so() {
        var gemini = Set.of(Trait.LITERAL);
        assertThat(Matcher.of("a[", gemini).matches(List.of("xa[y"))).isTrue();
        assertThat(Matcher.of("a[", gemini).matches(List.of("a"))).isFalse();
    }

    @Test
    void a_word_is_found_anywhere_in_a_command() {
        assertThat(Matcher.inTexts("curl|wget").matches(List.of("cd x; curl http://h")))
                .isTrue();
        assertThat(Matcher.inTexts("curl|wget").matches(List.of("ls"))).isFalse();
    }

    @Test
    void dashes_in_names_of_servers_do_not_matter() {
        assertThat(Matcher.of("mcp__my-server__get_file", CLAUDE).matches(List.of("mcp__my_server__get_file")))
                .isTrue();
        assertThat(Matcher.of("a-b", CLAUDE).matches(List.of("a_b"))).isFalse();
    }
}
