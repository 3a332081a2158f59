package dev.pawl.policy.sandbox;

import java.util.List;

/** Words as a line of a shell. */
final class ShellWords {
    private ShellWords() {}

    /** A line that replaces the shell by the program of the words. */
    static String line(List<String> words) {
        return "exec "
                + String.join(
                        " ",
                        words.stream()
                                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                                .toList());
    }
}
