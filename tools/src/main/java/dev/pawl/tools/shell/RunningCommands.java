package dev.pawl.tools.shell;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** The commands that run now, to be ended when the program must end. */
public final class RunningCommands {
    private final Map<ProcessTree, BooleanSupplier> trees = new ConcurrentHashMap<>();

    void add(ProcessTree tree) {
        add(tree, () -> false);
    }

    /** @param handedOver whether another program goes on with the command, so that it must not be ended */
    void add(ProcessTree tree, BooleanSupplier handedOver) {
        trees.put(tree, handedOver);
    }

    void remove(ProcessTree tree) {
        trees.remove(tree);
    }

    public void killAll() {
        trees.forEach((tree, handedOver) -> {
            if (!handedOver.getAsBoolean()) {
                tree.kill();
            }
        });
    }
}
