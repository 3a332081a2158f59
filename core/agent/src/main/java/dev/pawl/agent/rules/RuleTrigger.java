package dev.pawl.agent.rules;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.pawl.config.resources.RuleFiles.RuleFile;
import java.util.List;

/**
 * A rule ready to watch a stream.
 *
 * <p>Its regular expression runs in linear time, whatever it looks like.
 *
 * @param words words of which at least one is in whatever the expression matches; none if no such words are known
 * @param wholeOnly whether the expression asks where the text ends, which is known only when it has
 */
public record RuleTrigger(RuleFile rule, Pattern pattern, List<String> words, boolean wholeOnly) {
    /**
     * Returns the trigger of a rule for one of its expressions.
     *
     * @throws IllegalArgumentException if the expression cannot be used; the message states the reason
     */
    public static RuleTrigger of(RuleFile rule, String expression) {
        try {
            return new RuleTrigger(
                    rule,
                    Pattern.compile(expression),
                    RequiredWords.of(expression),
                    expression.indexOf('$') >= 0 || expression.contains("\\z"));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
