package dev.pawl.hooks.remote;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a handler in another process, under the name that it has there.
 *
 * <p>Where the events of that process are objects that all handlers share, the changes that the handler made before it
 * failed count. The reason of a gate that it stops contains its message and nothing else.
 */
public final class RemoteFailure extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z]{0,40}Error");

    private final String name;
    private final boolean gone;
    private final transient @Nullable Object after;

    public RemoteFailure(String name, String message) {
        this(name, message, false, null);
    }

    private RemoteFailure(String name, String message, boolean gone, @Nullable Object after) {
        super(message);
        this.name = name;
        this.gone = gone;
        this.after = after;
    }

    /** Returns the failure of a handler that was not called, because its process ended or cannot be started again. */
    public static RemoteFailure gone(String message) {
        return new RemoteFailure("", message, true, null);
    }

    /** Returns the same failure of a handler that had changed its event. */
    public RemoteFailure after(@Nullable Object event) {
        var failure = new RemoteFailure(name, String.valueOf(getMessage()), gone, event);
        failure.setStackTrace(getStackTrace());
        return failure;
    }

    /** Returns the event as the handler left it; null if it changed nothing. */
    @Nullable
    public Object after() {
        return after;
    }

    /** Returns whether the process was not there. */
    public boolean isGone() {
        return gone;
    }

    /** Returns its name, as far as that names a kind of error: a handler may put any text there. */
    public String kind() {
        return KIND.matcher(name).matches() ? name : "Error";
    }

    /** As the other language would print it. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // It is for stack traces; the message has no name in it.
    public String toString() {
        return name.isEmpty() || name.equals(getMessage()) ? String.valueOf(getMessage()) : name + ": " + getMessage();
    }
}
