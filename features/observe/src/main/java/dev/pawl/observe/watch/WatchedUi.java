package dev.pawl.observe.watch;

import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.ForwardingUi;
import dev.pawl.api.ui.Ui;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the user in the terminal and, at the same time, on the watch page; the first answer counts. */
public final class WatchedUi extends ForwardingUi {
    private static final long POLL_MILLIS = 100;
    private static final String YES = "Yes";

    private final Ui target;
    private final Supplier<@Nullable LiveSession> live;

    /**
     * A user interface whose questions can also be answered on the watch page.
     *
     * @param live the session that asks; null while there is none
     */
    public WatchedUi(Ui target, Supplier<@Nullable LiveSession> live) {
        this.target = target;
        this.live = live;
    }

    @Override
    protected Ui target() {
        return target;
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return ask(
                "select",
                title,
                "",
                options,
                () -> target.select(title, options, dialog),
                answer -> options.contains(answer) ? Optional.of(answer) : Optional.empty());
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        return ask(
                "confirm",
                title,
                message,
                List.of(YES, "No"),
                () -> target.confirm(title, message, dialog),
                answer -> answer.equals(YES));
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return ask(
                "input", title, placeholder, List.of(), () -> target.input(title, placeholder, dialog), Optional::of);
    }

    /** The dialog is shown on a thread of its own, and closed by interrupting it when the answer comes from the watch page. */
    private <T> T ask(
            String kind,
            String title,
            String message,
            List<String> options,
            Callable<T> local,
            Function<String, T> remote)
            throws InterruptedException {
        var session = live.get();
        var task = new FutureTask<>(local);
        if (session == null) {
            task.run();
            return result(task);
        }
        long number = session.ask(kind, title, message, options);
        var thread = Thread.ofVirtual().name("dialog").start(task);
        try {
            while (true) {
                try {
                    return task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    var answer = session.answer(number);
                    if (answer != null) {
                        return remote.apply(answer);
                    }
                } catch (ExecutionException e) {
                    throw failure(e);
                }
            }
        } finally {
            thread.interrupt();
            session.answered();
        }
    }

    private static <T> T result(FutureTask<T> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    private static RuntimeException failure(ExecutionException e) throws InterruptedException {
        var cause = e.getCause();
        if (cause instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        return cause instanceof RuntimeException broken ? broken : new IllegalStateException(cause);
    }
}
