package dev.pawl.tools.shell;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The commands that run now, to be ended when the program must end. */
public final class RunningCommands {
    private final Set<ProcessTree> trees = ConcurrentHashMap.newKeySet();

    void add(ProcessTree tree) {
        trees.add(tree);
    }

    void remove(ProcessTree tree) {
        trees.remove(tree);
    }

    public void killAll() {
        trees.forEach(ProcessTree::kill);
    }
}
