package dev.pawl.policy.command;

import java.util.Set;

/**
 * The options before the program that a wrapper starts. If an option is not listed here, the program is not known
 * either, because the option may take the next word as its value.
 *
 * @param flags letters without a value
 * @param valued letters whose value is the rest of the word, or the next word
 * @param attached letters whose value is the rest of the word, if there is one
 * @param longFlags names without a value, or with one after =
 * @param longValued names whose value follows =, or is the next word
 */
record OptionForm(String flags, String valued, String attached, Set<String> longFlags, Set<String> longValued) {
    static final OptionForm NONE = of("", "", "", "");

    /** Long names are separated by spaces. */
    static OptionForm of(String flags, String valued, String longFlags, String longValued) {
        return of(flags, valued, "", longFlags, longValued);
    }

    static OptionForm of(String flags, String valued, String attached, String longFlags, String longValued) {
        return new OptionForm(flags, valued, attached, names(longFlags), names(longValued));
    }

    private static Set<String> names(String names) {
        return names.isEmpty() ? Set.of() : Set.of(names.split(" ", -1));
    }

    /** How many words an option takes, itself included; 0 if it is not known. */
    int words(String option) {
        return option.startsWith("--") ? ofLong(option.substring(2)) : ofLetters(option.substring(1));
    }

    /** A name may be abbreviated if it is unambiguous. */
    private int ofLong(String option) {
        int equals = option.indexOf('=');
        var name = equals < 0 ? option : option.substring(0, equals);
        boolean takesValue = longValued.contains(name);
        if (!takesValue && !longFlags.contains(name)) {
            long values =
                    longValued.stream().filter(each -> each.startsWith(name)).count();
            long plain =
                    longFlags.stream().filter(each -> each.startsWith(name)).count();
            if (values + plain != 1) {
                return 0;
            }
            takesValue = values == 1;
        }
        return takesValue && equals < 0 ? 2 : 1;
    }

    private int ofLetters(String letters) {
        for (int i = 0; i < letters.length(); i++) {
            char letter = letters.charAt(i);
            if (valued.indexOf(letter) >= 0) {
                return i + 1 < letters.length() ? 1 : 2;
            }
            if (attached.indexOf(letter) >= 0) {
                return 1;
            }
            if (flags.indexOf(letter) < 0) {
                return 0;
            }
        }
        return 1;
    }
}
