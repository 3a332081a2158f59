package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One request that waits for its answer; progress restarts its time limit. */
final class PendingRequest {
    private final CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    private final long limit;
    private final Consumer<JsonObject> progress;
    private volatile long since = System.nanoTime();

    /** @param limit zero waits as long as it takes */
    PendingRequest(Duration limit, Consumer<JsonObject> progress) {
        this.limit = limit.toNanos();
        this.progress = progress;
    }

    void answered(JsonObject result) {
        answer.complete(result);
    }

    void failed(IOException why) {
        answer.completeExceptionally(why);
    }

    void progressed(JsonObject params) {
        since = System.nanoTime();
        progress.accept(params);
    }

    boolean isOver() {
        return answer.isDone();
    }

    /**
     * Waits for the answer.
     *
     * @param paused whether the time limit is paused, because the user is being asked
     */
    JsonObject await(BooleanSupplier paused) throws IOException, InterruptedException, TimeoutException {
        while (true) {
            if (paused.getAsBoolean()) {
                since = System.nanoTime();
            }
            long left = limit == 0 ? Long.MAX_VALUE : limit - (System.nanoTime() - since);
            if (left <= 0) {
                throw new TimeoutException();
            }
            try {
                return answer.get(left, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // There may have been progress meanwhile.
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException failure) {
                    throw failure;
                }
                throw new IOException(e.getCause());
            }
        }
    }
}
