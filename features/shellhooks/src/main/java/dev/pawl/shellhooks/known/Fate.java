package dev.pawl.shellhooks.known;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The treatment of a file of another agent, or of a field of one. */
public sealed interface Fate {
    /** It has the effect here that it has there. */
    record Obeyed() implements Fate {}

    /**
     * It has no effect here, and nothing that a user relies on is missing.
     *
     * @param because why not; the end of a sentence that begins with "no effect:"
     */
    record NoEffect(String because) implements Fate {}

    /**
     * It has no effect here and is named at every start.
     *
     * @param would what it does in its own agent; the end of a sentence
     * @param instead what to do here; a sentence
     * @param refuses found in what is not known to refuse nothing: that is a gate, without which nothing starts unless the
     *     user agrees; null if it never refuses any, or belongs to an agent no gates of which run here
     */
    record Named(String would, String instead, @Nullable Pattern refuses) implements Fate {}
}
