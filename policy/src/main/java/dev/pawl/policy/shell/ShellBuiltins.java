package dev.pawl.policy.shell;

import java.util.List;

/** Programs of the shell itself that set variables or evaluate arithmetic. */
final class ShellBuiltins {
    private ShellBuiltins() {}

    /**
     * Tracks the values that a command sets or evaluates.
     *
     * @param written the command as it is written
     */
    static void follow(List<Word> words, String written, Arithmetic arithmetic) {
        switch (words.getFirst().text()) {
            case "let" -> arithmetic.evaluated(written);
            case "read", "mapfile", "readarray", "getopts", "select" -> {
                arithmetic.read("REPLY");
                arithmetic.read("MAPFILE");
                words.stream().skip(1).forEach(word -> arithmetic.read(word.text()));
            }
            case "printf" -> {
                if (has(words, "v")) {
                    words.stream().skip(1).forEach(word -> arithmetic.read(word.text()));
                }
            }
            case "test", "[" -> {
                if (words.stream()
                        .anyMatch(
                                word -> word.text().equals("-v") || word.text().equals("-R"))) {
                    arithmetic.evaluated(written);
                }
            }
            case "wait" -> {
                if (has(words, "p")) {
                    arithmetic.evaluated(written);
                }
            }
            case "declare", "typeset", "local", "export", "readonly" -> declared(words, written, arithmetic);
            default -> {}
        }
    }

    private static void declared(List<Word> words, String written, Arithmetic arithmetic) {
        if (has(words, "i") || words.stream().anyMatch(word -> word.text().contains("["))) {
            arithmetic.evaluated(written);
        }
        for (var word : words.subList(1, words.size())) {
            int equals = word.text().indexOf('=');
            if (equals > 0) {
                var name = word.text().substring(0, equals).replaceFirst("(\\[.*)?\\+?$", "");
                arithmetic.assigned(name, word.known() ? "" : "$");
            }
        }
    }

    private static boolean has(List<Word> words, String letter) {
        return words.stream()
                .skip(1)
                .anyMatch(word -> word.text().startsWith("-") && word.text().contains(letter));
    }
}
