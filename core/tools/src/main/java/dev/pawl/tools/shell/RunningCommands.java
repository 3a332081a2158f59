package dev.pawl.tools.shell;

import dev.pawl.base.Threads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** The commands that run now, to be ended when the user interrupts one and when the program must end. */
public final class RunningCommands {
    /** Most programs end at once when they are asked to; others are not waited for by a user who interrupts. */
    private static final Duration SHORT = Duration.ofMillis(200);

    private static final int ROUNDS = 3;

    /** Of a command that was interrupted: no other program continues it. */
    private enum Ending implements BooleanSupplier {
        ENDING;

        @Override
        public boolean getAsBoolean() {
            return false;
        }
    }

    private final Map<ProcessTree, BooleanSupplier> trees = new ConcurrentHashMap<>();
    private final Duration patience;
    private final Duration grace;

    public RunningCommands() {
        this(SHORT, ProcessTree.GRACE);
    }

    /**
     * @param patience how long who interrupts a command waits for its end
     * @param grace how long what was asked to end may take after that before it is killed
     */
    RunningCommands(Duration patience, Duration grace) {
        this.patience = patience;
        this.grace = grace;
    }

    void add(ProcessTree tree) {
        add(tree, () -> false);
    }

    /** @param handedOver whether another program continues the command, so that it must not be ended */
    void add(ProcessTree tree, BooleanSupplier handedOver) {
        trees.put(tree, handedOver);
    }

    /** The command is not waited for any more; one that is being ended counts until it has ended. */
    void remove(ProcessTree tree) {
        trees.computeIfPresent(tree, (_, state) -> state == Ending.ENDING ? state : null);
    }

    /** The outcome of an interruption of a command. */
    record Interrupted(boolean ended, String left) {}

    /**
     * Ends a command that was interrupted: asks all of it to end, at once, and waits a moment. What has not ended by
     * then is ended without the caller, and counts as running until it has. An interruption meanwhile makes all end at
     * once.
     *
     * @return whether all has ended, and the names of what cannot be ended
     */
    Interrupted interrupt(ProcessTree tree) {
        trees.put(tree, Ending.ENDING);
        long until = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            // What was just being started when it was asked is asked the next time.
            for (int round = 0; round < ROUNDS; round++) {
                var asked = tree.askToEnd();
                if (asked.none()) {
                    break;
                }
                if (!tree.awaitEnd(Duration.ofNanos(until - System.nanoTime()))) {
                    Thread.ofVirtual().name("end of a command").start(() -> reap(tree));
                    return new Interrupted(false, asked.beyond());
                }
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        boolean ended = tree.kill();
        trees.remove(tree);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return new Interrupted(ended, ended ? "" : tree.left());
    }

    private void reap(ProcessTree tree) {
        try {
            tree.awaitEnd(grace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            tree.kill();
            trees.remove(tree);
        }
    }

    /** Ends all at the same time, except those that another program continues. */
    public void killAll() {
        var mine = trees.entrySet().stream()
                .filter(entry -> !entry.getValue().getAsBoolean())
                .map(Map.Entry::getKey)
                .toList();
        Threads.runAll(mine, "end of a command", ProcessTree::kill);
    }
}
