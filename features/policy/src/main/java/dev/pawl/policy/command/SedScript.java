package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.util.List;
import java.util.regex.Pattern;

/** Decides whether a call of sed only prints: its scripts can also write files and run commands. */
final class SedScript {
    private static final String ADDRESS = "(\\d+|\\$|/" + pattern("/") + "/I?)";
    private static final String COMMAND = "(" + ADDRESS + "(,(\\+|~)?" + ADDRESS + ")?)?\\s*!?\\s*([pdqQ=lnNhHgGxPD]|"
            + substitution("/") + "|" + substitution("|") + "|" + substitution(",") + "|" + substitution("#") + ")";
    private static final Pattern SAFE = Pattern.compile("\\s*" + COMMAND + "(\\s*;\\s*" + COMMAND + ")*\\s*;?\\s*");

    private static final int LONGEST = 500;

    private SedScript() {}

    /**
     * A pattern up to its delimiter. Brackets have neither the delimiter nor a backslash in them, and no bracket but those of
     * classes: so it makes no difference whether a sed looks at them when it looks for the end.
     */
    private static String pattern(String delimiter) {
        return "([^\\\\\\[" + delimiter + "]|\\\\.|\\[\\^?+([^]\\[\\\\" + delimiter + "]|\\[:[a-z]+:])+])*";
    }

    private static String substitution(String delimiter) {
        var end = "[" + delimiter + "]";
        return "s" + end + pattern(delimiter) + end + "([^\\\\" + delimiter + "]|\\\\.)*" + end + "[gpiI0-9]*";
    }

    /** Whether a script only prints, whichever sed reads it. */
    static boolean isReadOnly(String script) {
        return script.length() <= LONGEST
                && script.indexOf('\n') < 0
                && SAFE.matcher(script).matches();
    }

    /** Whether a script that is not known to be harmless has the letters of the commands that run and write. */
    static boolean mayRun(List<Word> words) {
        return words.stream()
                .skip(1)
                .filter(word -> !word.text().startsWith("-") || word.text().startsWith("--e"))
                .map(Word::text)
                .anyMatch(text -> !text.matches("[\\w./~+-]*") && text.matches("(?s).*[eEwW].*") && !isReadOnly(text));
    }
}
