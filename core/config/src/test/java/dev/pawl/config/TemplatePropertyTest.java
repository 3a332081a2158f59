package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.base.QuotedWords;
import dev.pawl.config.resources.TemplateText;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What holds for every template and all arguments. */
class TemplatePropertyTest {
    /** The same rules as one expression: slower, and harder to read, but nobody can mistake it. */
    private static final Pattern PLACES = Pattern.compile(
            "\\$\\{(\\d+|ARGUMENTS|@):-([^}]*)}" + "|\\$\\{@:(\\d+)(?::(\\d+))?}" + "|\\$(ARGUMENTS|@|\\d+)");

    private static String templates(Draw draw) {
        return draw.pieces(
                14,
                "$",
                "{",
                "}",
                ":",
                "-",
                "@",
                "ARGUMENTS",
                "1",
                "2",
                "0",
                "12",
                "$1",
                "$@",
                "${@:",
                "${1:-",
                "${",
                "x",
                " ",
                "\n",
                "é",
                "\uD83D\uDE00");
    }

    private static List<String> arguments(Draw draw) {
        return draw.list(0, 5, () -> draw.of("a", "b c", "", "$1", "$@", "${2:-x}", "\\1", "'", "é"));
    }

    @Test
    void every_place_gets_what_the_rules_say() {
        Property.holds(5_000, draw -> {
            String template = templates(draw);
            List<String> arguments = arguments(draw);
            assertThat(TemplateText.expand(template, arguments)).isEqualTo(expected(template, arguments));
        });
    }

    private static String expected(String template, List<String> arguments) {
        return PLACES.matcher(template).replaceAll(place -> Matcher.quoteReplacement(value(place, arguments)));
    }

    private static String value(MatchResult place, List<String> arguments) {
        if (place.group(1) != null) {
            var value = target(place.group(1), arguments);
            return value.isEmpty() ? place.group(2) : value;
        }
        if (place.group(3) != null) {
            long from = Math.max(Long.parseLong(place.group(3)), 1) - 1;
            long most = place.group(4) == null ? Long.MAX_VALUE : Long.parseLong(place.group(4));
            return String.join(" ", arguments.stream().skip(from).limit(most).toList());
        }
        return target(place.group(5), arguments);
    }

    private static String target(String name, List<String> arguments) {
        if (name.equals("@") || name.equals("ARGUMENTS")) {
            return String.join(" ", arguments);
        }
        long number = Long.parseLong(name.substring(0, Math.min(name.length(), 18)));
        return number < 1 || number > arguments.size() ? "" : arguments.get((int) number - 1);
    }

    @Test
    void a_template_without_a_dollar_is_itself() {
        Property.holds(1_000, draw -> {
            String text = draw.text(60);
            List<String> arguments = arguments(draw);
            var plain = text.replace('$', ' ');

            assertThat(TemplateText.expand(plain, arguments)).isEqualTo(plain);
        });
    }

    @Test
    void words_that_are_quoted_come_back_as_they_were() {
        Property.holds(1_000, draw -> {
            var words = draw.list(0, 20, () -> draw.text(30));
            var quotable = words.stream().map(word -> word.replace("'", "")).toList();
            var line = String.join(
                    " ", quotable.stream().map(word -> "'" + word + "'").toList());

            assertThat(QuotedWords.split(line)).isEqualTo(quotable);
        });
    }
}
