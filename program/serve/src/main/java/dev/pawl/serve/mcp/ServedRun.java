package dev.pawl.serve.mcp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One running call: it ends with a result, and may ask the client questions before that. */
final class ServedRun {
    /** An unanswered question is dismissed after this time, and the run continues without an answer. */
    private static final Duration LONGEST_QUESTION = Duration.ofMinutes(10);

    private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    private final Runnable abort;
    private final List<String> unsent = new ArrayList<>();
    private @Nullable Consumer<String> progress;
    private volatile @Nullable Question pending;

    /** @param abort ends the run, without waiting */
    ServedRun(Runnable abort) {
        this.abort = abort;
    }

    /** The next step of a run. */
    sealed interface Step {}

    /**
     * A question to the user of the client.
     *
     * @param params those of {@code elicitation/create}
     */
    record Question(String id, JsonObject params, Duration limit, CompletableFuture<JsonObject> answer)
            implements Step {
        DialogOptions dialog() {
            return DialogOptions.timeout(limit);
        }
    }

    record Done(JsonObject result) implements Step {}

    /** Sends earlier and later progress to a listener. */
    synchronized void progressTo(Consumer<String> listener) {
        progress = listener;
        unsent.forEach(listener);
        unsent.clear();
    }

    synchronized void progress(String message) {
        if (progress == null) {
            unsent.add(message);
        } else {
            progress.accept(message);
        }
    }

    /** Asks the client, and waits for its answer; null if there is none. Called by the run. */
    @Nullable
    JsonObject ask(JsonObject params, DialogOptions dialog) throws InterruptedException {
        var wanted = dialog.timeout();
        var limit = wanted == null || wanted.compareTo(LONGEST_QUESTION) > 0 ? LONGEST_QUESTION : wanted;
        var question = new Question(UUID.randomUUID().toString(), params, limit, new CompletableFuture<>());
        steps.add(question);
        try {
            return question.answer().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return null;
        } finally {
            question.answer().cancel(false);
        }
    }

    void ended(JsonObject result) {
        steps.add(new Done(result));
    }

    /** Waits for the next unanswered question, or for the end. */
    Step next() throws InterruptedException {
        while (true) {
            var step = steps.take();
            if (!(step instanceof Question question) || !question.answer().isDone()) {
                return step;
            }
        }
    }

    /** The result of the call asks the client this question; the next call contains the answer. */
    void pending(Question question) {
        pending = question;
    }

    /** @param responses the answers by the ids of their questions */
    void answered(JsonObject responses) {
        var question = pending;
        if (question != null) {
            question.answer().complete(responses.object(question.id()));
            pending = null;
        }
    }

    /** Ends the run, which then returns its result. */
    void cancel() {
        abort.run();
    }
}
