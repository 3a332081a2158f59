package dev.pawl.packages.install;

import java.io.IOException;

/** A package that could not be installed; nothing was changed, and the message contains the reason and what to do. */
public final class InstallFailed extends IOException {
    private static final long serialVersionUID = 1L;

    public InstallFailed(String message) {
        super(message);
    }

    public InstallFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
