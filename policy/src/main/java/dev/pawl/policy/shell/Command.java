package dev.pawl.policy.shell;

import java.util.List;

/**
 * One simple command: variables, words and redirections.
 *
 * @param words the program and its arguments; empty for assignments and redirections alone
 * @param conditional whether it may be skipped, run several times, or run in a separate shell
 */
public record Command(List<Assignment> assignments, List<Word> words, List<Redirect> redirects, boolean conditional) {
    public Command {
        assignments = List.copyOf(assignments);
        words = List.copyOf(words);
        redirects = List.copyOf(redirects);
    }

    static Command redirecting(List<Redirect> redirects) {
        return new Command(List.of(), List.of(), redirects, true);
    }
}
