package dev.pawl.machine;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Makes a skipped test a failure, unless {@link Needed#orSkip} skipped it. JUnit finds this extension by itself, in every
 * room; it acts only with {@code -Dpawl.skips=fail}, which the deep tier sets.
 */
public final class SkipsFail implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {
    private static final boolean ON = "fail".equals(System.getProperty("pawl.skips"));

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw judged(thrown);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw judged(thrown);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw judged(thrown);
    }

    private static Throwable judged(Throwable thrown) {
        return ON && thrown instanceof TestAbortedException && !(thrown instanceof Needed.Unavailable)
                ? new AssertionError("a test of this tier must not be skipped: " + thrown.getMessage(), thrown)
                : thrown;
    }
}
