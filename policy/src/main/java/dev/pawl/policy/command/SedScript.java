package dev.pawl.policy.command;

import dev.pawl.policy.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Decides whether a call of sed only prints: its scripts can also write files and run commands. */
final class SedScript {
    private static final String ADDRESS = "(\\d+|\\$|/([^/\\\\]|\\\\.)*/I?)";
    private static final String COMMAND = "(" + ADDRESS + "(," + "(\\+|~)?" + ADDRESS + ")?)?\\s*!?\\s*"
                                                                                      + "([pdqQ=lnNhHgGxPD]|s/([^/\\\\]|\\\\.)*/([^/\\\\]|\\\\.)*/[gpiI0-9]*|s\\|([^|\\\\]|\\\\.)*\\|([^|\\\\]|\\\\.)*\\|[gpiI0-9]*"
                                                                                      + "|s,([^,\\\\]|\\\\.)*,([^,\\\\]|\\\\.)*,[gpiI0-9]*|s#([^#\\\\]|\\\\.)*#([^#\\\\]|\\\\.)*#[gpiI0-9]*)";
    private static final Pattern SAFE = Pattern.compile("\\s*" + COMMAND + "(\\s*;\\s*" + COMMAND + ")*\\s*;?\\s*");
    private static final int LONGEST = 500;

    private SedScript() {}

    static boolean isReadOnly(List<Word> words) {
        var scripts = new ArrayList<Word>();
        Word first = null;
        for (int i = 1; i < words.size(); i++) {
            var word = words.get(i);
            switch (word.text()) {
                case "-n",
                        "-E",
                        "-r",
                        "-s",
                        "-u",
                        "-z",
                        "--quiet",
                        "--silent",
                        "--posix",
                        "-nE",
                        "-En",
                        "-nr",
                        "-ne",
                        "-Ene" -> {
                    if (word.text().endsWith("e") && ++i < words.size()) {
                        scripts.add(words.get(i));
                    }
                }
                case "-e", "--expression" -> {
                    if (++i < words.size()) {
                        scripts.add(words.get(i));
                    }
                }
                default -> {
                    if (word.text().startsWith("-") && word.text().length() > 1) {
                        return false;
                    }
                    first = first == null ? word : first;
                }
            }
        }
        if (scripts.isEmpty() && first != null) {
            scripts.add(first);
        }
        return !scripts.isEmpty()
                && scripts.stream()
                        .allMatch(script -> script.known()
                                && script.text().length() <= LONGEST
                                && SAFE.matcher(script.text()).matches());
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
