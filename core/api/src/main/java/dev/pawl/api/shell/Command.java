package dev.pawl.api.shell;

import java.util.List;

/**
 * One simple command: words and redirections.
 *
 * @param words the program and its arguments; empty for assignments and redirections alone
 */
public record Command(List<Word> words, List<Redirect> redirects) {
    public Command {
        words = List.copyOf(words);
        redirects = List.copyOf(redirects);
    }
}
