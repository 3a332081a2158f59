package dev.pawl.tui.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.theme.Themes;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Diagrams, formulas and addresses in Markdown. */
class ReadingTest {
    private static List<String> drawn(String markdown, boolean links) {
        UnaryOperator<String> same = UnaryOperator.identity();
        return new Markdown(
                        markdown,
                        Themes.builtIn("dark", ColorDepth.NONE),
                        new Markdown.Options(0, same, same, links, "", true))
                .render(80);
    }

    private static String text(String markdown) {
        return String.join(
                "\n",
                drawn(markdown, false).stream()
                        .map(line -> Lines.plain(line).stripTrailing())
                        .toList());
    }

    @Test
    void a_flowchart_is_a_tree_of_arrows() {
        assertThat(text("""
            ```mermaid
            flowchart TD
                A[Start] --> B{Is it there?}
                B -->|yes| C(Use it)
                B -- no --> D["Make it"]
                D --> B
            ```
            """)).isEqualTo("""
                Start
                └──▶ <Is it there?>
                    ├─ yes ─▶ Use it
                    └─ no ─▶ Make it
                        └──▶ <Is it there?> ↑\
                """);
    }

    @Test
    void a_sequence_has_a_line_for_each_participant() {
        assertThat(text("""
            ```mermaid
            sequenceDiagram
                participant U as User
                participant S as Server
                U->>S: GET /
                S-->>U: 200
                S->>S: log
            ```
            """)).isEqualTo("""
                User     Server
                  │ GET /   │
                  │────────▶│
                  │ 200     │
                  │◀╌╌╌╌╌╌╌╌│
                  │         │─┐ log
                  │         │◀┘
                  │         │\
                """);
    }

    @Test
    void a_diagram_that_cannot_be_drawn_stays_as_it_is_written() {
        var pie = "```mermaid\npie title Pets\n  \"Dogs\" : 386\n```\n";
        assertThat(text(pie)).contains("```mermaid", "pie title Pets");
        assertThat(text("```mermaid\ngraph TD\n  ???\n```\n")).contains("```mermaid", "???");
    }

    @Test
    void a_diagram_is_code_until_all_of_it_is_there() {
        UnaryOperator<String> same = UnaryOperator.identity();
        var growing = new Markdown(
                "Look:\n\n```mermaid\ngraph TD\n  A --> ",
                Themes.builtIn("dark", ColorDepth.NONE),
                new Markdown.Options(0, same, same, false, "", true));
        assertThat(String.join("\n", growing.render(40))).contains("```mermaid", "A -->");
        growing.append("B\n```\n\nAfter");
        assertThat(String.join("\n", growing.render(40)).replaceAll(" +\n", "\n"))
                .contains("A\n└──▶ B", "After")
                .doesNotContain("```");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$\\alpha \\leq \\beta^2$ | α ≤ β²",
                "$x_1 + x_{12} = n^{k+1}$ | x₁ + x₁₂ = nᵏ⁺¹",
                "$\\frac{a+b}{2}$ | (a+b)/2",
                "$$\\sum x_i \\to \\infty$$ | ∑ xᵢ → ∞",
                "$\\sqrt{x}$ and $O(n)$ | √x and $O(n)$",
                "$e^{i\\pi} + 1 = 0$ | e^(iπ) + 1 = 0",
                "$\\sum_{i=1}^N a_{ij} \\in \\mathbb{R}$ | ∑ᵢ₌₁^N aᵢⱼ ∈ ℝ",
                "$\\mathcal{O}(n^{\\log n})$ | O(n^(log n))",
                "in $A_B/$C | in $A_B/$C",
                "it costs $5 and $6 | it costs $5 and $6",
                "$HOME and $PATH | $HOME and $PATH",
                "\\(\\alpha_1 \\to \\beta\\) holds | α₁ → β holds",
                "\\[ a^2 + b^2 = c^2 \\] | a² + b² = c²",
                "\\(\\unknown{x}\\) | \\(\\unknown{x}\\)",
                "\\(see above\\) and \\[1\\] | (see above) and [1]",
                "an open \\(x^2 | an open (x^2",
                "$\\unknown{x}$ | $\\unknown{x}$",
                "$\\begin{matrix}1\\end{matrix}$ | $\\begin{matrix}1\\end{matrix}$"
            })
    void simple_formulas_become_characters(String written, String shown) {
        assertThat(text(written)).isEqualTo(shown);
    }

    @Test
    void formulas_in_code_stay() {
        assertThat(text("`$\\alpha$`")).isEqualTo("$\\alpha$");
        assertThat(text("`\\(\\alpha\\)`")).isEqualTo("\\(\\alpha\\)");
    }

    @Test
    void addresses_without_brackets_are_links() {
        assertThat(String.join("", drawn("See https://example.org/a_b_c?x=1, or (http://example.org/d).", true)))
                .contains("\u001b]8;;https://example.org/a_b_c?x=1\u001b\\", "\u001b]8;;http://example.org/d\u001b\\");
        assertThat(text("See https://example.org/a_(b).")).isEqualTo("See https://example.org/a_(b).");
        assertThat(drawn("[x](https://example.org)", true).getFirst()).containsOnlyOnce("]8;;https");
    }
}
