package dev.pawl.ai.wire;

/** A provider sent more than any answer holds; what came until then is kept, and nothing of it is carried out. */
public final class AnswerTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AnswerTooLarge(String what) {
        super("the answer was ended, because the provider sent " + what + ".", null, false, false);
    }
}
