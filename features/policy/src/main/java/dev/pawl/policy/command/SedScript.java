package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.util.List;
import java.util.regex.Pattern;

/** Decides whether a call of sed only prints: its scripts can also write files and run commands. */
final class SedScript {
    private static final String ADDRESS = "(\\d+|\\$|/([^/\\\\]|\\\\.)*/I?)";
    private static final String COMMAND = "(" + ADDRESS + "(," + "(\\+|~)?" + ADDRESS + ")?)?\\s*!?\\s*"
                                                                                      + "([pdqQ=lnNhHgGxPD]|s/([^/\\\\]|\\\\.)*/([^/\\\\]|\\\\.)*/[gpiI0-9]*|s\\|([^|\\\\]|\\\\.)*\\|([^|\\\\]|\\\\.)*\\|[gpiI0-9]*"
                                                                                      + "|s,([^,\\\\]|\\\\.)*,([^,\\\\]|\\\\.)*,[gpiI0-9]*|s#([^#\\\\]|\\\\.)*#([^#\\\\]|\\\\.)*#[gpiI0-9]*)";
    private static final Pattern SAFE = Pattern.compile("\\s*" + COMMAND + "(\\s*;\\s*" + COMMAND + ")*\\s*;?\\s*");
    /** Some read it as the end of the pattern, others do not. */
    private static final Pattern DELIMITER_IN_BRACKETS = Pattern.compile("\\[[^]]*[/|,#][^]]*]");

    private static final int LONGEST = 500;

    private SedScript() {}

    /** Whether a script only prints, whichever sed reads it. */
    static boolean isReadOnly(String script) {
        return script.length() <= LONGEST
                && script.indexOf('\n') < 0
                && !DELIMITER_IN_BRACKETS.matcher(script).find()
                && SAFE.matcher(script).matches();
    }

    /** Whether a script that is not known to be harmless has the letters of the commands that run and write. */
    static boolean mayRun(List<Word> words) {
        return words.stream()
                .skip(1)
                .filter(word -> !word.text().startsWith("-") || word.text().startsWith("--e"))
                .map(Word::text)
                .anyMatch(text -> !text.matches("[\\w./~+-]*")
                        && text.matches("(?s).*[eEwW].*")
                        && !(text.length() <= LONGEST && SAFE.matcher(text).matches()));
    }
}
