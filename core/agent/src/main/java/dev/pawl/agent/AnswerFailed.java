package dev.pawl.agent;

/** Thrown where a model did not answer a prompt; the message states the reason. */
public final class AnswerFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    AnswerFailed(String message) {
        super(message);
    }
}
