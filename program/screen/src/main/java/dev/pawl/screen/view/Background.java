package dev.pawl.screen.view;

import dev.pawl.cli.FailureLog;
import dev.pawl.screen.status.Working;
import dev.pawl.screen.transcript.Transcript;
import dev.pawl.tui.screen.Tui;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/** What is done beside the screen: each on a thread of its own, which Escape interrupts. */
public final class Background {
    private final Tui tui;
    private final Working working;
    private final Transcript transcript;
    private final FailureLog failures;
    private volatile Runnable ended = () -> {};
    private final Set<Thread> underWay = ConcurrentHashMap.newKeySet();

    Background(Tui tui, Working working, Transcript transcript, FailureLog failures) {
        this.tui = tui;
        this.working = working;
        this.transcript = transcript;
        this.failures = failures;
    }

    /** Called on the screen's thread whenever something is done, for it may have changed what is shown. */
    public void onEnd(Runnable listener) {
        ended = listener;
    }

    /** Something that may wait; what it throws is shown to the user. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    public Thread start(String name, Work work) {
        tui.run(() -> working.enter(name));
        var thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> {
            try {
                work.run();
            } catch (InterruptedException | CancellationException e) {
                report(name + " was called off.", false);
            } catch (Throwable e) { // Errors too: code of hooks runs here.
                report(failures.sentence(e), true);
            } finally {
                underWay.remove(Thread.currentThread());
                tui.run(() -> {
                    working.leave(name);
                    ended.run();
                });
            }
        });
        underWay.add(thread);
        thread.start();
        return thread;
    }

    private void report(String text, boolean error) {
        tui.run(() -> {
            if (error) {
                transcript.error(text);
            } else {
                transcript.status(text);
            }
        });
    }

    /** Ends what is under way; false if nothing is. */
    public boolean interrupt() {
        boolean any = false;
        for (var thread : underWay) {
            thread.interrupt();
            any = true;
        }
        return any;
    }
}
