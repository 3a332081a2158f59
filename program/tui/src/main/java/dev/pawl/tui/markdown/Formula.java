package dev.pawl.tui.markdown;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Simple formulas in the words of LaTeX, as characters; those that are not simple stay as they are written. */
final class Formula {
    private static final Pattern DOLLARS = Pattern.compile("\\$\\$([^$]+)\\$\\$|\\$(?! )([^$]+?)(?<! )\\$(?!\\d)");
    private static final Map<String, String> SIGNS = new HashMap<>();
    private static final String NORMAL = "0123456789+-=()aeijhklmnoprstuvxbcdfgwyz";
    private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵉⁱʲʰᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛˣᵇᶜᵈᶠᵍʷʸᶻ";
    private static final String LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₕₖₗₘₙₒₚᵣₛₜᵤᵥₓ";

    static {
        var table =
                "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu"
                    + " μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ"
                    + " Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω times × cdot · div ÷ pm ± mp ∓"
                    + " leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ propto ∝ infty ∞ sum ∑ prod ∏ int ∫"
                    + " partial ∂ nabla ∇ forall ∀ exists ∃ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩"
                    + " emptyset ∅ to → rightarrow → leftarrow ← Rightarrow ⇒ Leftarrow ⇐ leftrightarrow ↔"
                    + " Leftrightarrow ⇔ mapsto ↦ land ∧ wedge ∧ lor ∨ vee ∨ neg ¬ lnot ¬ oplus ⊕ otimes ⊗ ldots …"
                    + " dots … cdots ⋯ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ circ ∘ degree ° prime ′"
                    + " perp ⊥ parallel ∥ angle ∠ mid ∣";
        var words = table.split(" ", -1);
        for (int i = 0; i < words.length; i += 2) {
            SIGNS.put(words[i], words[i + 1]);
        }
        for (var word : "log ln exp sin cos tan min max lim det gcd".split(" ", -1)) {
            SIGNS.put(word, word);
        }
    }

    private final String source;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private Formula(String source) {
        this.source = source;
    }

    /** A text with its simple formulas as characters. */
    static String inText(String text) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        var match = DOLLARS.matcher(text);
        return match.replaceAll(found -> {
            var inner = found.group(1) == null ? found.group(2) : found.group(1);
            var plain = isFormula(inner) ? of(inner.strip()) : null;
            return java.util.regex.Matcher.quoteReplacement(plain == null ? found.group() : plain);
        });
    }

    /** Prices and variables of shells stand between dollars, too. */
    static boolean isFormula(String inner) {
        return inner.indexOf('\\') >= 0
                || inner.indexOf('^') >= 0
                || inner.matches("[A-Za-z]")
                || inner.matches("[A-Za-z0-9 +\\-*/=<>()_,.|!']*[_=<>][A-Za-z0-9 +\\-*/=<>()_,.|!']*");
    }

    /** The characters of a formula; null if it is not simple. */
    static @Nullable String of(String source) {
        var formula = new Formula(source);
        return formula.read(source.length()) ? formula.out.toString() : null;
    }

    private boolean read(int end) {
        while (at < end) {
            char c = source.charAt(at);
            boolean known = switch (c) {
                case '\\' -> command();
                case '^' -> script('^', RAISED);
                case '_' -> script('_', LOWERED);
                case '{', '}', '&', '#' -> false;
                default -> {
                    out.append(c);
                    at++;
                    yield true;
                }
            };
            if (!known) {
                return false;
            }
        }
        return true;
    }

    private boolean command() {
        int start = ++at;
        while (at < source.length() && Character.isLetter(source.charAt(at))) {
            at++;
        }
        var name = source.substring(start, at);
        if (name.isEmpty()) {
            boolean spaces = at < source.length() && ",;:! ".indexOf(source.charAt(at)) >= 0;
            at++;
            out.append(spaces ? " " : "");
            return spaces;
        }
        return switch (name) {
            case "frac" -> {
                var upper = argument();
                var lower = argument();
                if (upper == null || lower == null) {
                    yield false;
                }
                out.append(together(upper)).append('/').append(together(lower));
                yield true;
            }
            case "sqrt" -> {
                var inner = argument();
                out.append('√').append(inner == null ? "" : together(inner));
                yield inner != null;
            }
            case "mathbb" -> {
                var inner = argument();
                int place = inner == null || inner.length() != 1 ? -1 : "CHNPQRZ".indexOf(inner);
                out.append(place < 0 ? "" : "ℂℍℕℙℚℝℤ".substring(place, place + 1));
                yield place >= 0;
            }
            case "text", "mathrm", "mathbf", "mathit", "mathcal", "operatorname" -> {
                var inner = argument();
                out.append(inner == null ? "" : inner);
                yield inner != null;
            }
            case "left", "right", "quad", "qquad" -> {
                out.append(name.startsWith("q") ? " " : "");
                yield true;
            }
            default -> {
                var sign = SIGNS.get(name);
                out.append(sign == null ? "" : sign);
                yield sign != null;
            }
        };
    }

    /** What is in braces, or one character; null if it is not simple. */
    private @Nullable String argument() {
        while (at < source.length() && source.charAt(at) == ' ') {
            at++;
        }
        if (at >= source.length()) {
            return null;
        }
        if (source.charAt(at) != '{') {
            int from = at++;
            if (source.charAt(from) != '\\') {
                return source.substring(from, at);
            }
            while (at < source.length() && Character.isLetter(source.charAt(at))) {
                at++;
            }
            return of(source.substring(from, at));
        }
        int depth = 0;
        int from = at + 1;
        for (; at < source.length(); at++) {
            depth += source.charAt(at) == '{' ? 1 : source.charAt(at) == '}' ? -1 : 0;
            if (depth == 0) {
                return of(source.substring(from, at++));
            }
        }
        return null;
    }

    private static String together(String part) {
        return part.codePointCount(0, part.length()) <= 1 || part.matches("\\d+") ? part : "(" + part + ")";
    }

    /** An exponent or an index; one that has no such characters is in brackets behind its mark. */
    private boolean script(char mark, String characters) {
        at++;
        // NAME_A is a variable of a shell, not an index.
        boolean isSure = mark == '^' || source.startsWith("{", at) || source.startsWith("\\", at);
        var inner = argument();
        if (inner == null) {
            return false;
        }
        var small = new StringBuilder();
        for (int i = 0; i < inner.length(); i++) {
            int place = inner.charAt(i) == ' ' ? -1 : NORMAL.indexOf(inner.charAt(i));
            if (place < 0 || place >= characters.length()) {
                out.append(mark).append(together(inner));
                return isSure;
            }
            small.append(characters.charAt(place));
        }
        out.append(small);
        return true;
    }
}
