package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormulasTest {
    private static final MarkdownTransformer.Shown SHOWN =
            new MarkdownTransformer.Shown(MarkdownTransformer.Kind.ASSISTANT, false, 80, null, null);
    private static HookTrial trial;

    @BeforeAll
    static void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("formulas.java"));
    }

    @AfterAll
    static void close() {
        trial.close();
    }

    private static String shown(String markdown) {
        var hook = trial.engine().hooks().getFirst();
        return Objects.requireNonNull(hook.registry().markdownTransformer()).transform(markdown, SHOWN);
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
                "$a * b^2$ | a \\* b²",
                "in $A_B/$C | in $A_B/$C",
                "it costs $5 and $6 | it costs $5 and $6",
                "$HOME and $PATH | $HOME and $PATH",
                "\\(\\alpha_1 \\to \\beta\\) holds | α₁ → β holds",
                "\\[ a^2 + b^2 = c^2 \\] | a² + b² = c²",
                "\\(\\unknown{x}\\) | \\\\(\\\\unknown{x}\\\\)",
                "\\(see above\\) and \\[1\\] | \\(see above\\) and \\[1\\]",
                "an open \\(x^2 | an open \\(x^2",
                "$\\unknown{x}$ | $\\unknown{x}$",
                "$\\begin{matrix}1\\end{matrix}$ | $\\begin{matrix}1\\end{matrix}$"
            })
    void simple_formulas_become_characters(String written, String shown) {
        assertThat(shown(written)).isEqualTo(shown);
    }

    @Test
    void formulas_in_code_stay() {
        for (var code : new String[] {
            "`$\\alpha$`", "``a ` $\\alpha$``", "`\\(\\alpha\\)`", "```tex\n$\\alpha$\n```", "~~~\n$\\alpha$"
        }) {
            assertThat(shown(code)).isEqualTo(code);
            assertThat(shown("$\\beta$ " + code.replaceFirst("^(?=[`~]{3})", "\n")))
                    .contains("β", code);
        }
    }
}
