package dev.pawl.api.message;

import org.jspecify.annotations.Nullable;

/** Why the model stopped. {@code OTHER} stands for a reason unknown here; its word is kept beside it. */
public enum StopReason {
    STOP("stop"),
    LENGTH("length"),
    TOOL_USE("toolUse"),
    ERROR("error"),
    ABORTED("aborted"),
    DEFERRED("deferred"),
    /** Still streaming; never stored. */
    PENDING("pending"),
    OTHER("other");

    private final String wire;

    StopReason(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    static StopReason of(@Nullable String wire) {
        for (var reason : values()) {
            if (reason.wire.equals(wire)) {
                return reason;
            }
        }
        return OTHER;
    }
}
