package dev.pawl.api;

import dev.pawl.api.message.Content;
import java.util.List;

/** The result of a command. */
public sealed interface Outcome {
    record Nothing() implements Outcome {}

    /** A text, with attachments, that goes to the agent as if the user had sent it. */
    record Prompt(String text, List<Content> attachments) implements Outcome {
        public Prompt {
            attachments = List.copyOf(attachments);
        }
    }

    /** A sentence for the user. */
    record Status(String text) implements Outcome {}

    static Outcome nothing() {
        return new Nothing();
    }

    static Outcome prompt(String text, Content... attachments) {
        return new Prompt(text, List.of(attachments));
    }

    static Outcome status(String text) {
        return new Status(text);
    }
}
