package dev.pawl.tools.shell;

import dev.pawl.base.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A long-running program that leads its own process group, so that all that it starts ends with it. */
public final class GroupProcess {
    private final Process process;
    private final ProcessTree tree;

    private GroupProcess(Process process, ProcessTree tree) {
        this.process = process;
        this.tree = tree;
    }

    /**
     * Starts a program with pipes for its input, output and errors.
     *
     * @param environment all of its variables
     */
    public static GroupProcess start(List<String> command, Path cwd, Map<String, String> environment)
            throws IOException {
        var words = new ArrayList<>(Shell.leader(environment));
        boolean leads = !words.isEmpty();
        words.addAll(Programs.command(command, environment));
        var mark = ProcessTree.newMark(environment.get(ProcessTree.MARK));
        var builder = new ProcessBuilder(words).directory(cwd.toFile());
        builder.environment().clear();
        builder.environment().putAll(Programs.withoutRelativePath(environment));
        builder.environment().put(ProcessTree.MARK, mark);
        var process = builder.start();
        return new GroupProcess(process, new ProcessTree(process.toHandle(), leads, mark));
    }

    public Process process() {
        return process;
    }

    /** Waits until the program itself has ended; false if it has not by then. */
    public boolean awaitEnd(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Asks all of the group to end, and after a while makes them. */
    public void end(Duration grace) {
        tree.end(grace);
    }

    /** Ends all of the group at once. */
    public void kill() {
        tree.kill();
    }
}
