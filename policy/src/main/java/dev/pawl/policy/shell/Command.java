package dev.pawl.policy.shell;

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

    static Command redirecting(List<Redirect> redirects) {
        return new Command(List.of(), redirects);
    }
}
