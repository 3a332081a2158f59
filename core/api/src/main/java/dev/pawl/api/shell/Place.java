package dev.pawl.api.shell;

import java.util.List;

/**
 * Where a simple command stands in the text of its script.
 *
 * @param words where each of its words is written
 * @param outputs where the names of files are written that the shell opens for writing only
 */
public record Place(Command command, List<Span> words, List<Span> outputs) {
    public Place {
        words = List.copyOf(words);
        outputs = List.copyOf(outputs);
    }

    /** A part of a text, from one position up to another. */
    public record Span(int from, int to) {}
}
