package dev.pawl.api.shell;

import java.util.List;

/** The signs of redirections, with the number or name of a descriptor before them. */
final class RedirectOperators {
    /** Longer ones first. */
    private static final List<String> SIGNS =
            List.of("&>>", "&>", "<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">|", ">&", ">");

    private RedirectOperators() {}

    /** The position of the operator of a redirection that starts here; -1 if there is none. */
    static int start(String text, int at) {
        int sign = at;
        if (sign < text.length() && text.charAt(sign) == '{') {
            int close = text.indexOf('}', sign);
            boolean name = close > sign + 1;
            for (int i = sign + 1; name && i < close; i++) {
                name = WordReader.isName(text.charAt(i));
            }
            sign = name ? close + 1 : sign;
        } else {
            while (sign < text.length() && Character.isDigit(text.charAt(sign))) {
                sign++;
            }
        }
        if (sign >= text.length()) {
            return -1;
        }
        char c = text.charAt(sign);
        return c == '<' || c == '>' || (sign == at && text.startsWith("&>", sign)) ? sign : -1;
    }

    static String at(String text, int at) {
        for (var sign : SIGNS) {
            if (text.startsWith(sign, at)) {
                return sign;
            }
        }
        throw new IllegalArgumentException("no redirection at " + at);
    }

    /** Returns whether the target of {@code >&} is a descriptor and not a file. */
    static boolean isDescriptor(Word target) {
        var text = target.exactText();
        return text != null && (text.equals("-") || text.matches("[0-9]+-?"));
    }
}
