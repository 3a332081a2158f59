package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.rules.RequiredWords;
import dev.pawl.agent.rules.RuleScan;
import dev.pawl.agent.rules.RuleTrigger;
import dev.pawl.config.resources.RuleFiles.RuleFile;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamRulesScanTest {
    private static final List<String> EXPRESSIONS = List.of(
            "console\\.log\\(",
            "(?i)todo",
            "abc|cab+c|x.z",
            "a{2,3}bc",
            "^abc",
            "cab$",
            "(a|b)c(?:abc)?x",
            "[^abc]xyz",
            "\\bcab\\b");

    private static RuleTrigger trigger(String expression) {
        return RuleTrigger.of(new RuleFile("r", Path.of("r.md"), "", List.of(), false, null, expression), expression);
    }

    /** The first rule that a text breaks when it comes in pieces of a size; -1 if it breaks none. */
    private static int broken(List<RuleTrigger> triggers, String text, int size) {
        var scan = new RuleScan(triggers);
        for (int i = 0; i < text.length(); i += size) {
            int rule = scan.add(text.substring(i, Math.min(text.length(), i + size)));
            if (rule >= 0) {
                return rule;
            }
        }
        return scan.end();
    }

    @Test
    void words_that_must_be_there_are_found_and_guessed_at_nowhere() {
        assertThat(RequiredWords.of("console\\.log\\(")).containsExactly("console.log(");
        assertThat(RequiredWords.of("(?i)todo: .*")).containsExactly("todo: ");
        assertThat(RequiredWords.of("foobar|quux")).containsExactly("foobar", "quux");
        assertThat(RequiredWords.of("foobar|x+")).isEmpty();
        assertThat(RequiredWords.of("colou?rs")).containsExactly("colo");
        assertThat(RequiredWords.of("abc*def")).containsExactly("def");
        assertThat(RequiredWords.of("[a-z]+\\d{3}")).isEmpty();
        assertThat(RequiredWords.of("(foo|bar)bazz")).containsExactly("bazz");
        assertThat(RequiredWords.of("\\p{Lu}name")).containsExactly("name");
        assertThat(RequiredWords.of("")).isEmpty();
    }

    private static String texts(Draw draw) {
        return draw.text("abcxyzTODOtodo \n.(console.log", 0, 120);
    }

    @Test
    void pieces_break_the_rules_that_the_whole_breaks() {
        Property.holds(1_000, draw -> {
            String text = texts(draw);
            int size = draw.integer(1, 20);
            int which = draw.integer(0, 8);
            var one = trigger(EXPRESSIONS.get(which));
            boolean whole = one.pattern().matcher(text).find();
            assertThat(broken(List.of(one), text, size) >= 0).isEqualTo(whole);
        });
    }

    @Test
    void words_are_found_in_either_case_and_across_pieces() {
        Property.holds(300, draw -> {
            String text = texts(draw);
            int size = draw.integer(1, 20);
            var rules = List.of(trigger("(?i)tOdO"), trigger("(?i)ABC|bca"), trigger("Console\\.log"));
            boolean whole =
                    rules.stream().anyMatch(one -> one.pattern().matcher(text).find());
            assertThat(broken(rules, text, size) >= 0).isEqualTo(whole);
        });
    }

    @Test
    void an_expression_that_would_take_for_ever_elsewhere_does_not_here() {
        var evil = trigger("(a+)+(b|$)x");
        assertThat(broken(List.of(evil), "a".repeat(200_000), 40)).isEqualTo(-1);
    }

    @Test
    void what_is_broken_is_noticed_long_before_the_end() {
        var one = trigger("console\\.log\\(");
        var scan = new RuleScan(List.of(one));
        int at = -1;
        var text = "x".repeat(10_000) + "console.log(1)" + "y".repeat(10_000);
        for (int i = 0; i < text.length() && at < 0; i++) {
            at = scan.add(text.substring(i, i + 1)) >= 0 ? i : -1;
        }
        assertThat(at).isBetween(10_012, 10_200);
    }
}
