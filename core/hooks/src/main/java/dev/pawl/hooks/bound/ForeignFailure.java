package dev.pawl.hooks.bound;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a handler in another process threw, under the name that it has there.
 *
 * <p>Where its events are objects that all handlers share, what it had changed in them before it threw counts. The
 * reason of a gate that it stops contains what was thrown and nothing else.
 */
public final class ForeignFailure extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z]{0,40}Error");

    private final String name;
    private final transient @Nullable Object after;

    public ForeignFailure(String name, String message) {
        this(name, message, null);
    }

    private ForeignFailure(String name, String message, @Nullable Object after) {
        super(message);
        this.name = name;
        this.after = after;
    }

    /** The same failure of a handler that had changed its event. */
    public ForeignFailure after(@Nullable Object event) {
        var failure = new ForeignFailure(name, String.valueOf(getMessage()), event);
        failure.setStackTrace(getStackTrace());
        return failure;
    }

    /** The event as the handler left it; null if it changed nothing. */
    @Nullable
    public Object after() {
        return after;
    }

    /** Its name, as far as that names a kind of error: a handler may put any text there. */
    String kind() {
        return KIND.matcher(name).matches() ? name : "Error";
    }

    /** As the other language would print it. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // It is for stack traces; the message has no name in it.
    public String toString() {
        return name.isEmpty() || name.equals(getMessage()) ? String.valueOf(getMessage()) : name + ": " + getMessage();
    }
}
