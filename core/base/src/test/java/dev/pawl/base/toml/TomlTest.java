package dev.pawl.base.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TomlTest {
    @Test
    void times_and_numbers_that_json_does_not_have_stay_as_they_are_written() {
        assertThat(Toml.parse("a = inf\nb = -inf\nc = +nan\nd = 1979-05-27 07:32:00Z"))
                .isEqualTo(Map.of("a", "inf", "b", "-inf", "c", "+nan", "d", "1979-05-27 07:32:00Z"));
    }

    @Test
    void tables_lists_of_tables_and_dotted_names() {
        var read = Toml.parse("""
            model = "x" # the model
            a.b."c d" = 1

            [[hooks.PreToolUse]]
            matcher = 'Bash'
            [[hooks.PreToolUse.hooks]]
            type = "command"
            timeout = 1_000
            [hooks.PreToolUse.hooks.env]
            A = "1"
            [[hooks.PreToolUse.hooks]]
            type = "other"
            [hooks.PreToolUse.hooks.env]
            A = "2"
            [[hooks.PreToolUse]]
            hooks = [{ type = "command", command = "c" },
              # a comment
            ]
            """);
        assertThat(read)
                .containsEntry("model", "x")
                .containsEntry("a", Map.of("b", Map.of("c d", 1L)))
                .containsEntry(
                        "hooks",
                        Map.of(
                                "PreToolUse",
                                List.of(
                                        Map.of(
                                                "matcher",
                                                "Bash",
                                                "hooks",
                                                List.of(
                                                        Map.of(
                                                                "type",
                                                                "command",
                                                                "timeout",
                                                                1000L,
                                                                "env",
                                                                Map.of("A", "1")),
                                                        Map.of("type", "other", "env", Map.of("A", "2")))),
                                        Map.of("hooks", List.of(Map.of("type", "command", "command", "c"))))));
    }

    @Test
    void texts() {
        var texts = Map.of(
                "\"a\\tb\\u00e9\"", "a\tb\u00e9",
                "'a\\b'", "a\\b",
                "\"a # b\"", "a # b",
                "'''\nit's'''", "it's",
                "'''a''''", "a'",
                "\"\"\"\na \\\n   b\"\"\"", "a b",
                "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z",
                "07:32:00 # noon", "07:32:00");
        texts.forEach((written, read) ->
                assertThat(Toml.parse("x = " + written)).as(written).containsEntry("x", read));
    }

    @Test
    void numbers_and_booleans() {
        assertThat(Toml.parse("a = 0xff\nb = 1.5e2\nc = true\nd = -7\n"))
                .isEqualTo(Map.of("a", 255L, "b", 150.0, "c", true, "d", -7L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a =",
                "a = b",
                "a = \"x",
                "a = [1",
                "a = {b = 1",
                "a = 1 2",
                "[a",
                "[[a]",
                "= 1",
                "a = 1\na = 2",
                "[a]\n[a]",
                "a = 1\n[a]",
                "a = \"\\q\"",
                "a = \"\\u12\"",
                "a = [1 2]",
                "a = 99999999999999999999"
            })
    void what_is_no_toml_is_refused_with_its_line(String text) {
        assertThatThrownBy(() -> Toml.parse("ok = 1\n" + text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("line [234]: .+");
    }
}
