package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Claim;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Next;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.start.attach.Question;
import dev.pawl.start.attach.Refused;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A claim on a session of a store. While the store does not answer, it is asked again until the lease has run out.
 */
public final class HeldClaim implements Claim {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Store store;
    private final String session;
    private final long token;
    private final Duration lease;
    private final boolean takenOver;
    private final AtomicLong kept = new AtomicLong();
    private volatile JsonObject document;
    private volatile Runnable progress = () -> {};
    private volatile long heldUntil;
    private volatile boolean lost;

    /** @param document the session as it was claimed */
    public HeldClaim(Store store, JsonObject document, Duration lease) {
        this.store = store;
        this.session = document.string("id", "");
        this.token = document.number("token", 0);
        this.lease = lease;
        this.document = document;
        this.takenOver = document.has("stuck");
        this.heldUntil = System.nanoTime() + lease.toNanos();
    }

    @Override
    public String session() {
        return session;
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public JsonObject about() {
        return document.object("about");
    }

    @Override
    public List<String> lines() throws IOException {
        return asked(() -> store.lines(session, 0));
    }

    @Override
    public List<Input> inputs() throws IOException {
        var now = asked(() -> store.document(session));
        if (now == null || now.number("token", 0) != token) {
            lost = true;
            throw new StaleWriter("session " + session + " has another writer by now");
        }
        document = now;
        return now.objects("inputs").stream().map(Input::from).toList();
    }

    @Override
    public void append(int at, String line, @Nullable String takes) throws IOException {
        apply(Operation.append(token, at, line, takes));
        progress.run();
    }

    @Override
    public List<String> steps() throws IOException {
        return asked(() -> store.steps(session));
    }

    @Override
    public void keep(List<String> steps, boolean anew) throws IOException {
        apply(Operation.steps(token, token + "." + kept.incrementAndGet(), steps, anew));
        progress.run();
    }

    @Override
    public void take(String input) throws IOException {
        apply(Operation.take(token, input));
    }

    @Override
    public void ask(Question question) throws IOException {
        apply(Operation.ask(token, question));
    }

    @Override
    public void note(JsonObject about) throws IOException {
        apply(Operation.note(token, about));
    }

    /** Releases the session. */
    public void release(Next next) throws IOException {
        apply(Operation.release(token, next));
    }

    /** Gives a sign of life. */
    public void extend() {
        long begun = System.nanoTime();
        try {
            document = store.apply(session, Operation.extend(token, lease.toMillis()));
            heldUntil = begun + lease.toNanos();
        } catch (Refused _) {
            lost = true;
        } catch (IOException _) {
            // Until the lease has run out no other worker can have claimed it.
            lost = lost || System.nanoTime() - heldUntil > 0;
        }
    }

    /** Whether workers ended with it more than once since it made progress, so that it may be what ends them. */
    boolean isSuspect() {
        return document.integer("stuck", 0) > 1;
    }

    /** What is done each time it makes progress from now on. */
    void onProgress(Runnable action) {
        progress = action;
    }

    @Override
    public boolean isTakenOver() {
        return takenOver;
    }

    @Override
    public boolean isInRun() {
        return document.bool("inRun", false);
    }

    @Override
    public boolean isCancelled() {
        return document.bool("cancelled", false);
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    private void apply(JsonObject operation) throws IOException {
        document = asked(() -> store.apply(session, operation));
    }

    /** Something that is asked of the store. */
    @FunctionalInterface
    private interface Request<T extends @Nullable Object> {
        T ask() throws IOException;
    }

    private <T extends @Nullable Object> T asked(Request<T> request) throws IOException {
        for (var pause = FIRST_PAUSE; ; pause = longer(pause)) {
            try {
                return request.ask();
            } catch (StaleWriter e) {
                lost = true;
                throw e;
            } catch (Refused e) {
                throw e;
            } catch (IOException e) {
                if (lost || System.nanoTime() - heldUntil > 0) {
                    lost = true;
                    throw e;
                }
                sleep(pause);
            }
        }
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }

    private static void sleep(Duration time) throws InterruptedIOException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the engine of the fleet did not answer");
        }
    }
}
