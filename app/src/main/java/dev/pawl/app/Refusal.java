package dev.pawl.app;

/** Something that was asked for and is not done; what it says is for the person. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    private Refusal(String message, int status) {
        super(message);
        this.status = status;
    }

    /** It cannot be done. */
    static Refusal because(String why) {
        return new Refusal(why, 1);
    }

    /** The command line makes no sense. */
    static Refusal ofArguments(String why) {
        return new Refusal(why, 2);
    }

    /** What the program ends with. */
    int status() {
        return status;
    }
}
