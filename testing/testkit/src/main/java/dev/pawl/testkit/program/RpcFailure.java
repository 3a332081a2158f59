package dev.pawl.testkit.program;

/** The program refused a command, or is gone. */
public final class RpcFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    RpcFailure(String message) {
        super(message);
    }
}
