package dev.pawl.machine.property;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One try: the choices it was made of, the values drawn, and how it failed, if it did. */
@SuppressWarnings("ArrayRecordComponent") // never compared, and the choices are never changed
record Run(long[] choices, List<String> drawn, @Nullable Throwable failure, boolean discarded) {
    static Run of(Property.Check check, Choices choices) {
        var draw = new Draw(choices);
        @Nullable Throwable failure = null;
        boolean discarded = false;
        try {
            check.on(draw);
        } catch (Discarded e) {
            discarded = true;
        } catch (VirtualMachineError e) {
            failure = e;
        } catch (Throwable e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failure = e;
        }
        return new Run(choices.made(), draw.drawn(), failure, discarded);
    }

    boolean failed() {
        return failure != null && !discarded;
    }

    /** The values of a try do not meet what the test assumes. */
    static final class Discarded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Discarded() {
            super("discarded", null, false, false);
        }
    }
}
