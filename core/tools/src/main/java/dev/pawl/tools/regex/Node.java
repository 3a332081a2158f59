package dev.pawl.tools.regex;

import java.util.List;

/** A piece of a regular expression. */
sealed interface Node {
    /** Nothing, which is found everywhere. */
    record Empty() implements Node {}

    /** One character out of a set. */
    record Chars(CharSet set) implements Node {}

    /** One after another. */
    record Sequence(List<Node> parts) implements Node {}

    /** One or another. */
    record Choice(List<Node> branches) implements Node {}

    /** Again and again; {@code max} is -1 for as often as it goes. */
    record Repeat(Node part, int min, int max) implements Node {}

    /** A place rather than a character. */
    record At(Place place) implements Node {}

    /** Places in a line. */
    enum Place {
        LINE_START,
        LINE_END,
        WORD_EDGE,
        NO_WORD_EDGE,
        WORD_START,
        WORD_END
    }
}
