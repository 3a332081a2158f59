package dev.pawl.app.cli;

/** Something that was asked for and is not done; what it says is for the user. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    private Refusal(String message, int status) {
        super(message);
        this.status = status;
    }

    /** It cannot be done. */
    public static Refusal because(String why) {
        return new Refusal(why, 1);
    }

    /** The command line makes no sense. */
    public static Refusal ofArguments(String why) {
        return new Refusal(why, 2);
    }

    /** What the program ends with. */
    public int status() {
        return status;
    }
}
