package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Examines the options of a program. */
final class Options {
    private Options() {}

    /**
     * Whether one of the options may be given: as itself, with a value after =, or among short ones. Words behind
     * {@code --} count, because that may be the value of an option.
     */
    static boolean has(List<Word> words, String... options) {
        for (var word : words.subList(1, words.size())) {
            var text = word.text();
            for (var option : options) {
                if (text.equals(option)
                        || (option.startsWith("--") && (text.startsWith(option + "=") || isAbbreviation(text, option)))
                        || isShort(text, option)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** GNU programs accept abbreviated long options if they are unambiguous. */
    private static boolean isAbbreviation(String text, String option) {
        int equals = text.indexOf('=');
        var given = equals < 0 ? text : text.substring(0, equals);
        return given.length() > 2 && option.startsWith(given);
    }

    private static boolean isShort(String text, String option) {
        return option.length() == 2
                && option.charAt(0) == '-'
                && text.length() > 1
                && text.charAt(0) == '-'
                && text.charAt(1) != '-'
                && text.indexOf(option.charAt(1)) > 0;
    }

    /** The words that are neither options nor their values. */
    static List<Word> arguments(List<Word> words, Set<String> valued) {
        var arguments = new ArrayList<Word>();
        boolean options = true;
        for (int i = 1; i < words.size(); i++) {
            var text = words.get(i).text();
            if (options && text.equals("--")) {
                options = false;
            } else if (options && text.startsWith("-") && text.length() > 1) {
                i += valued.contains(text) ? 1 : 0;
            } else {
                arguments.add(words.get(i));
            }
        }
        return arguments;
    }
}
