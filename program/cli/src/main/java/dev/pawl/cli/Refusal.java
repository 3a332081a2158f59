package dev.pawl.cli;

/** A request that is refused; the message is for the user. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int CHANGED = -1;

    private final int status;

    private Refusal(String message, int status) {
        super(message);
        this.status = status;
    }

    /** It cannot be done. */
    public static Refusal because(String why) {
        return new Refusal(why, 1);
    }

    /** A project runs something else than what the user trusted; the user has to look at it. */
    public static Refusal changed(String why) {
        return new Refusal(why, CHANGED);
    }

    /** Returns whether it is because a project changed since it was trusted. */
    public boolean isOfChange() {
        return status == CHANGED;
    }

    /** The command line makes no sense. */
    public static Refusal ofArguments(String why) {
        return new Refusal(why, 2);
    }

    /** Returns the exit status. */
    public int status() {
        return status == CHANGED ? 1 : status;
    }
}
