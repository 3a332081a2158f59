package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.value.Delivery;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.transcript.BashRow;
import dev.pawl.screen.view.AgentScreen;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the user's messages to the agent, in order. */
final class PromptSender {
    private final Agent agent;
    private final AgentScreen screen;
    private final Runnable handled;
    // One after another, but only until the agent has taken it: what comes of it may take long.
    private final ExecutorService lane = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("prompts").factory());
    /** The command that is running; null if none is. */
    private @Nullable BashRow shellRow;

    private volatile @Nullable Thread shell;

    /** @param handled called when a command or a hook dealt with something */
    PromptSender(Agent agent, AgentScreen screen, Runnable handled) {
        this.agent = agent;
        this.screen = screen;
        this.handled = handled;
    }

    /** @param as how it is queued if the agent is at work */
    void send(Prompt prompt, Delivery.As as) {
        lane.execute(() -> {
            var taken = new CountDownLatch(1);
            var name = prompt.text().startsWith("/") ? command(prompt.text()) : "The message";
            screen.background.start(name, () -> {
                try {
                    var disposition = agent.prompt(prompt.queuedAs(as), _ -> taken.countDown());
                    if (disposition == Disposition.HANDLED) {
                        handled.run();
                    }
                } finally {
                    taken.countDown();
                }
            });
            await(taken, prompt.text());
        });
    }

    private static String command(String text) {
        return text.lines().findFirst().orElse(text).split(" ", 2)[0];
    }

    /** A hook's command may take as long as it likes; others need not wait for it. */
    private void await(CountDownLatch taken, String text) {
        if (text.startsWith("/")) {
            return;
        }
        try {
            taken.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs a command of the user's: behind one mark the model sees what came of it, behind two it does not. */
    void shell(String text) {
        boolean apart = text.startsWith("!!");
        var command = text.substring(apart ? 2 : 1).strip();
        if (command.isEmpty()) {
            return;
        }
        if (shellRow != null) {
            screen.transcript.warning("A command is running already. End it first ("
                    + screen.look.keys.text(AppAction.INTERRUPT.id()) + "), then run another.");
            screen.writing.setText(text);
            return;
        }
        var tui = screen.tui;
        var row = screen.transcript.bash(command, apart);
        var output = new OutputRelay(tui::run, row::wrote);
        shellRow = row;
        screen.background.start("The command", () -> {
            shell = Thread.currentThread();
            Runnable end = () -> row.failed("cancelled");
            try {
                var result = agent.bash(command, apart, output::write);
                end = () -> row.ended(result.output(), result.exitCode(), result.cancelled(), result.fullOutputPath());
            } catch (RuntimeException e) {
                end = () -> row.failed(String.valueOf(e.getMessage()));
            } finally {
                shell = null;
                var last = end;
                tui.run(() -> {
                    shellRow = null;
                    last.run();
                });
            }
        });
    }

    /** Ends the command that is running, and shows that it does; false if none is. */
    boolean interruptShell() {
        var running = shell;
        if (running != null) {
            running.interrupt();
            if (shellRow != null) {
                shellRow.interrupting();
            }
        }
        return running != null;
    }

    /** Hands pieces of output to the screen's thread, many as one when they come fast. */
    private static final class OutputRelay {
        private final Executor screen;
        private final Consumer<String> listener;
        private final StringBuilder waiting = new StringBuilder();

        OutputRelay(Executor screen, Consumer<String> listener) {
            this.screen = screen;
            this.listener = listener;
        }

        void write(String piece) {
            boolean first;
            synchronized (waiting) {
                first = waiting.isEmpty() && !piece.isEmpty();
                waiting.append(piece);
            }
            if (first) {
                screen.execute(this::handOver);
            }
        }

        private void handOver() {
            String all;
            synchronized (waiting) {
                all = waiting.toString();
                waiting.setLength(0);
            }
            listener.accept(all);
        }
    }
}
