package dev.pawl.accounts.signin;

import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does something while a question is open: what ends first ends the other. */
final class Beside {
    private Beside() {}

    /**
     * Returns the result of the work.
     *
     * @param answered gets what the user typed, and the work continues; null if an answer means nothing
     */
    static <T> T question(
            ProviderConfig.Prompts prompts, String question, Callable<T> work, @Nullable Consumer<String> answered)
            throws IOException, InterruptedException {
        var task = new FutureTask<>(work);
        var asking = Thread.ofVirtual().name("sign-in question").unstarted(() -> {
            try {
                var typed = prompts.ask(question);
                if (answered != null) {
                    answered.accept(typed);
                }
            } catch (InterruptedException e) {
                task.cancel(true);
            } catch (RuntimeException e) {
                // Where no user can be asked, only the browser remains.
            }
        });
        var working = Thread.ofVirtual().name("sign-in").unstarted(task);
        asking.start();
        working.start();
        try {
            return task.get();
        } catch (CancellationException e) {
            throw new InterruptedException("the sign-in was called off");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException("the sign-in was called off");
            }
            throw new IOException("the sign-in failed", e.getCause());
        } finally {
            working.interrupt();
            asking.interrupt();
        }
    }
}
