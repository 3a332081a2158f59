package dev.pawl.shellhooks.ahp;

import org.jspecify.annotations.Nullable;

/** The connection to one backend. It is opened by the first message, and again by one that comes after its end. */
interface Channel extends AutoCloseable {
    /** The largest message of a backend, in bytes. */
    int LARGEST = 1 << 20;

    /**
     * Asks about an event and waits for the answer. Only one event is asked about at a time.
     *
     * @return the denial; null if the backend does not object
     */
    @Nullable
    Denial ask(Event event, Deadline deadline) throws BackendFailure, InterruptedException;

    /** Reports an event, which is never answered. */
    void tell(Event event, Deadline deadline) throws BackendFailure, InterruptedException;

    @Override
    void close();
}
