import module dev.pawl.api;

/** Shows simple formulas of LaTeX as characters: {@code $x^2 \leq \alpha$} as x² ≤ α. */
class Formulas implements Hook {
    /** Code, which is left alone, or a formula between dollars, {@code \( \)} or {@code \[ \]}. */
    private static final Pattern CODE_OR_FORMULA = Pattern.compile(
            """
            (?<code> ^\\x20{0,3}(?<fence>```+|~~~+) .*? (?: ^\\x20{0,3}\\k<fence>[`~]*\\x20*$ | \\z )
                   | (?<tick>`+) .*? (?<!`)\\k<tick>(?!`) )
            | \\$\\$ (?<display>[^$]+) \\$\\$
            | \\$(?!\\x20) (?<dollars>[^$\\n]+?) (?<!\\x20)\\$(?!\\d)
            | \\\\\\( (?<round>.{1,2000}?) \\\\\\)
            | \\\\\\[ (?<square>.{1,2000}?) \\\\\\]
            """,
            Pattern.COMMENTS | Pattern.DOTALL | Pattern.MULTILINE);

    private static final Map<String, String> SIGNS = new HashMap<>();
    private static final String NORMAL = "0123456789+-=()aeijhklmnoprstuvxbcdfgwyz";
    private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵉⁱʲʰᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛˣᵇᶜᵈᶠᵍʷʸᶻ";
    private static final String LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₕₖₗₘₙₒₚᵣₛₜᵤᵥₓ";

    static {
        var table = """
                alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ \
                nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ \
                Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω times × cdot · div ÷ pm ± mp ∓ leq ≤ le ≤ geq ≥ ge ≥ \
                neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ propto ∝ infty ∞ sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ forall ∀ \
                exists ∃ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ emptyset ∅ to → rightarrow → leftarrow ← \
                Rightarrow ⇒ Leftarrow ⇐ leftrightarrow ↔ Leftrightarrow ⇔ mapsto ↦ land ∧ wedge ∧ lor ∨ vee ∨ neg ¬ \
                lnot ¬ oplus ⊕ otimes ⊗ ldots … dots … cdots ⋯ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ \
                circ ∘ degree ° prime ′ perp ⊥ parallel ∥ angle ∠ mid ∣""".split(" ");
        for (int i = 0; i < table.length; i += 2) {
            SIGNS.put(table[i], table[i + 1]);
        }
        for (var word : "log ln exp sin cos tan min max lim det gcd".split(" ")) {
            SIGNS.put(word, word);
        }
    }

    public void install(Host pi) {
        pi.markdownTransformer((text, _) -> inMarkdown(text));
    }

    private static String inMarkdown(String text) {
        return CODE_OR_FORMULA.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacement(found)));
    }

    private static String replacement(MatchResult found) {
        for (var form : List.of("display", "dollars", "round", "square")) {
            var inner = found.group(form);
            if (inner != null && isFormula(inner)) {
                var plain = new Reader(inner.strip().replace('\n', ' ')).read();
                if (plain != null) {
                    return plain.replaceAll("[\\\\*_`\\[\\]<>|~]", "\\\\$0");
                }
                // Markdown would take the backslash of its brackets away.
                return form.equals("round") || form.equals("square") ? found.group().replace("\\", "\\\\") : found.group();
            }
        }
        return found.group();
    }

    /** Prices and variables of shells stand between dollars, too. */
    private static boolean isFormula(String inner) {
        return inner.indexOf('\\') >= 0
                || inner.indexOf('^') >= 0
                || inner.matches("[A-Za-z]")
                || inner.matches("[A-Za-z0-9 +\\-*/=<>()_,.|!']*[_=<>][A-Za-z0-9 +\\-*/=<>()_,.|!']*");
    }

    /** Reads one formula. */
    private static final class Reader {
        private final String source;
        private final StringBuilder out = new StringBuilder();
        private int at;

        Reader(String source) {
            this.source = source;
        }

        /** Its characters; null if it is not simple. */
        String read() {
            while (at < source.length()) {
                char c = source.charAt(at);
                boolean known = switch (c) {
                    case '\\' -> command();
                    case '^' -> script('^', RAISED);
                    case '_' -> script('_', LOWERED);
                    case '{', '}', '&', '#' -> false;
                    default -> {
                        at++;
                        yield append(String.valueOf(c));
                    }
                };
                if (!known) {
                    return null;
                }
            }
            return out.toString();
        }

        private boolean append(String text) {
            if (text != null) {
                out.append(text);
            }
            return text != null;
        }

        private boolean command() {
            int start = ++at;
            skipLetters();
            var name = source.substring(start, at);
            if (name.isEmpty()) {
                boolean spaces = at < source.length() && ",;:! ".indexOf(source.charAt(at)) >= 0;
                at++;
                return append(spaces ? " " : null);
            }
            return switch (name) {
                case "frac" -> {
                    var upper = together(argument());
                    var lower = together(argument());
                    yield append(upper == null || lower == null ? null : upper + "/" + lower);
                }
                case "sqrt" -> {
                    var inner = together(argument());
                    yield append(inner == null ? null : "√" + inner);
                }
                case "mathbb" -> {
                    var inner = argument();
                    int place = inner == null || inner.length() != 1 ? -1 : "CHNPQRZ".indexOf(inner);
                    yield append(place < 0 ? null : "ℂℍℕℙℚℝℤ".substring(place, place + 1));
                }
                case "text", "mathrm", "mathbf", "mathit", "mathcal", "operatorname" -> append(argument());
                case "left", "right" -> true;
                case "quad", "qquad" -> append(" ");
                default -> append(SIGNS.get(name));
            };
        }

        private void skipLetters() {
            while (at < source.length() && Character.isLetter(source.charAt(at))) {
                at++;
            }
        }

        /** The text in braces, or one character; null if it is not simple. */
        private String argument() {
            while (at < source.length() && source.charAt(at) == ' ') {
                at++;
            }
            if (at >= source.length()) {
                return null;
            }
            int from = at++;
            if (source.charAt(from) == '\\') {
                skipLetters();
                return new Reader(source.substring(from, at)).read();
            }
            if (source.charAt(from) != '{') {
                return source.substring(from, at);
            }
            for (int depth = 1; at < source.length(); at++) {
                depth += source.charAt(at) == '{' ? 1 : source.charAt(at) == '}' ? -1 : 0;
                if (depth == 0) {
                    return new Reader(source.substring(from + 1, at++)).read();
                }
            }
            return null;
        }

        private static String together(String part) {
            return part == null || part.codePointCount(0, part.length()) <= 1 || part.matches("\\d+")
                    ? part
                    : "(" + part + ")";
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
            for (char c : inner.toCharArray()) {
                int place = NORMAL.indexOf(c);
                if (place < 0 || place >= characters.length()) {
                    return append(mark + together(inner)) && isSure;
                }
                small.append(characters.charAt(place));
            }
            return append(small.toString());
        }
    }
}
