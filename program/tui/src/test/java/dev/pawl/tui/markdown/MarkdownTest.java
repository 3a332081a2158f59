package dev.pawl.tui.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.PlainTheme;
import dev.pawl.api.ui.Theme;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Untrusted;
import dev.pawl.tui.theme.Themes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MarkdownTest {
    private static final Theme PLAIN = new PlainTheme();
    private static final String SAMPLE = """
        # A heading

        A paragraph with **bold**, *italic*, ~~struck~~ and `code`,
        and a [link](https://example.org/a) in it.

        - one
        - two
          1. deep
          2. deeper
        - three

        > quoted
        > text

        | name | size |
        |:-----|-----:|
        | a | 1 |
        | long name | 1000 |

        ```java
        int x = 1; // one
        ```

        ---
        the end
        """;

    private static List<String> drawn(String text, int width) {
        return new Markdown(text, PLAIN, Markdown.Options.DEFAULT)
                .render(width).stream().map(String::stripTrailing).toList();
    }

    @Test
    void quotes_in_quotes_have_no_more_lines_than_they_have_words() {
        var deep = new Markdown("> ".repeat(300) + "one two three", PLAIN, Markdown.Options.DEFAULT).render(20);
        assertThat(deep.size()).isLessThan(30);
    }

    @Test
    void all_kinds_of_blocks_are_drawn() {
        assertThat(String.join("\n", drawn(SAMPLE, 80)) + "\n").isEqualTo("""
            A heading

            A paragraph with bold, italic, struck and code,
            and a link (https://example.org/a) in it.

            - one
            - two
              1. deep
              2. deeper
            - three

            │ quoted
            │ text

            ┌───────────┬──────┐
            │ name      │ size │
            ├───────────┼──────┤
            │ a         │    1 │
            ├───────────┼──────┤
            │ long name │ 1000 │
            └───────────┴──────┘

            ```java
              int x = 1; // one
            ```

            ────────────────────────────────────────────────────────────────────────────────

            the end
            """);
    }

    @Test
    void lists_keep_their_shape() {
        assertThat(drawn("- a\n  - b\n\n    more of b\n- c", 40)).contains("- a", "  - b", "    more of b", "- c");
        assertThat(drawn("3. three\n4. four with a long text that is wrapped", 20))
                .containsExactly("3. three", "4. four with a long", "   text that is", "   wrapped");
    }

    @Test
    void tables_shrink_to_the_screen() {
        var table = "| a | b |\n|---|---|\n| one two three four | five six seven eight |\n";
        assertThat(drawn(table, 30))
                .containsExactly(
                        "┌─────────────┬──────────────┐",
                        "│ a           │ b            │",
                        "├─────────────┼──────────────┤",
                        "│ one two     │ five six     │",
                        "│ three four  │ seven eight  │",
                        "└─────────────┴──────────────┘");
        assertThat(drawn(table, 8))
                .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(8));
    }

    @Test
    void links_are_clickable_where_terminals_can() {
        var identity = UnaryOperator.<String>identity();
        var markdown = new Markdown(
                "[text](https://example.org)", PLAIN, new Markdown.Options(0, identity, identity, true, "  "));
        assertThat(markdown.render(40).getFirst())
                .startsWith("\u001b]8;;https://example.org\u001b\\text\u001b]8;;\u001b\\");
        assertThat(drawn("[text](https://example.org)", 40)).containsExactly("text (https://example.org)");
        assertThat(drawn("<https://example.org>", 40)).containsExactly("https://example.org");
        assertThat(drawn("[text](javascript:x)", 40)).containsExactly("text (javascript:x)");
    }

    @Test
    void code_is_coloured_also_over_several_lines() {
        var theme = Themes.builtIn("dark", ColorDepth.ANSI_16);
        var lines = new Markdown("```java\n/* one\ntwo */ int x\n```", theme, Markdown.Options.DEFAULT).render(40);
        var comment = theme.fg("syntaxComment", "x").replace("x\u001b[39m", "");
        assertThat(lines.get(1)).contains(comment + "/*").contains(comment + " one");
        assertThat(lines.get(2)).contains(comment + "two */").contains(theme.fg("syntaxKeyword", "int"));
        assertThat(new Markdown("```\nplain\n```", theme, Markdown.Options.DEFAULT)
                        .render(40)
                        .get(1))
                .contains(theme.fg("mdCodeBlock", "plain"));
    }

    @Test
    void every_language_of_the_table_can_be_named() {
        for (var name : List.of("java", "ts", "py", "sh", "sql", "json", "html", "rs", "yaml", "diff", "css", "xml")) {
            assertThat(CodeLanguage.of(name).isPlain()).as(name).isFalse();
        }
        assertThat(CodeLanguage.of("no such language").isPlain()).isTrue();
        assertThat(CodeLanguage.of("java {.numbered}").name()).isEqualTo("java");
    }

    @Test
    void a_background_reaches_over_the_whole_width() {
        var options = new Markdown.Options(1, UnaryOperator.identity(), line -> "<" + line + ">", false, "  ");
        assertThat(new Markdown("hi\n\nyou", PLAIN, options).render(6))
                .containsExactly("< hi   >", "<      >", "< you  >");
    }

    @Test
    void a_growing_text_keeps_the_lines_that_are_done() {
        var markdown = new Markdown("one\n\ntwo\n", PLAIN, Markdown.Options.DEFAULT);
        markdown.render(20);
        markdown.append("more\n\nthree\n");
        assertThat(markdown.render(20).stream().map(String::strip))
                .containsExactly("one", "", "two", "more", "", "three");
        assertThat(markdown.unchangedLines()).isEqualTo(1);
        markdown.append("!\n");
        markdown.render(20);
        assertThat(markdown.unchangedLines()).isEqualTo(4);
        markdown.render(20);
        assertThat(markdown.unchangedLines()).isEqualTo(7);
        markdown.setText("other");
        assertThat(markdown.render(20).stream().map(String::strip)).containsExactly("other");
        assertThat(markdown.unchangedLines()).isZero();
    }

    @Test
    void the_lines_of_open_code_are_drawn_once() {
        var markdown = new Markdown("```java\nint a;\n", PLAIN, Markdown.Options.DEFAULT);
        markdown.render(40);
        markdown.append("int b;\nint");
        assertThat(markdown.render(40).stream().map(String::stripTrailing))
                .containsExactly("```java", "  int a;", "  int b;", "  int", "```");
        markdown.append(" c;\n```\nafter");
        assertThat(markdown.render(40).stream().map(String::stripTrailing))
                .containsExactly("```java", "  int a;", "  int b;", "  int c;", "```", "", "after");
        assertThat(markdown.unchangedLines()).isEqualTo(3);
    }

    @Test
    void references_that_were_defined_before_still_hold() {
        var markdown = new Markdown("[x]: https://example.org\n\ntext\n\n", PLAIN, Markdown.Options.DEFAULT);
        markdown.render(60);
        markdown.append("see [x] there");
        assertThat(markdown.render(60).getLast().strip()).isEqualTo("see x (https://example.org) there");
    }

    private static String documents(Draw draw) {
        return draw.pieces(
                25,
                "word ",
                "**bold** ",
                "\n",
                "\n\n",
                "# head\n",
                "- item\n",
                "  - sub\n",
                "1. first\n",
                "> quote\n",
                "```java\n",
                "```\n",
                "int x = 1;\n",
                "    indented\n",
                "| a | b |\n|---|---|\n| 1 | 2 |\n",
                "---\n",
                "===\n",
                "`code` ",
                "日本語 ",
                "<b>html</b>\n",
                "\t",
                "~~~\n",
                "![i](u) ",
                "\\*");
    }

    @Test
    void text_that_comes_in_pieces_looks_like_text_that_comes_at_once() {
        Property.holds(1_000, draw -> {
            String text = documents(draw);
            int step = draw.integer(1, 9);
            var growing = new Markdown("", PLAIN, Markdown.Options.DEFAULT);
            var before = new ArrayList<String>();
            for (int i = 0; i < text.length(); i += step) {
                growing.append(text.substring(i, Math.min(text.length(), i + step)));
                var lines = growing.render(30);
                assertThat(lines.subList(0, growing.unchangedLines()))
                        .isEqualTo(before.subList(0, growing.unchangedLines()));
                before = new ArrayList<>(lines);
            }
            assertThat(growing.render(30)).isEqualTo(new Markdown(text, PLAIN, Markdown.Options.DEFAULT).render(30));
        });
    }

    @Test
    void no_line_is_wider_than_the_screen() {
        Property.holds(1_000, draw -> {
            String text = documents(draw);
            int width = draw.integer(1, 40);
            assertThat(new Markdown(text, PLAIN, Markdown.Options.DEFAULT).render(width))
                    .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(width));
        });
    }

    static List<String> attacks() {
        return List.of(
                "\u001b[2J",
                "`\u001b]0;x\u0007`",
                "```\n\u001b[31m\n```",
                "[\u001b[2J](http://\u009b2J)",
                "# \u202e",
                "<\u0007>");
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void escape_sequences_in_markdown_do_nothing(String attack) {
        var lines = String.join("\n", new Markdown(attack, PLAIN, Markdown.Options.DEFAULT).render(40));
        assertThat(Untrusted.text(lines)).isEqualTo(lines);
    }

    @Test
    void nesting_without_end_is_no_trouble() {
        assertThat(drawn(">".repeat(5_000) + " deep", 40)).isNotEmpty();
        assertThat(drawn("- ".repeat(2_000) + "deep", 40)).isNotEmpty();
        assertThat(drawn("*".repeat(3_000) + "a" + "*".repeat(3_000), 40)).isNotEmpty();
        assertThat(drawn("[".repeat(5_000), 40)).isNotEmpty();
    }
}
