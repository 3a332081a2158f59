package dev.pawl.bridge.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the process for TypeScript hooks is started with.
 *
 * @param agentDir the user's folder; packages and compiled hooks are kept in it
 * @param cwd where the process runs
 * @param node the program to run; null for {@code node} on the path
 * @param program the command line that starts this program, without its arguments; empty if that is not known
 * @param offline whether nothing may be fetched
 * @param patience after how long without a sign of life the process counts as stuck; null for never
 * @param progress told what is going on before something that takes its time
 * @param noise told what hooks print
 * @param notices told sentences for the person
 */
public record NodeSetup(
        Path agentDir,
        Path cwd,
        Map<String, String> environment,
        @Nullable String node,
        List<String> program,
        boolean offline,
        @Nullable Duration patience,
        @Nullable String theme,
        Consumer<String> progress,
        Consumer<String> noise,
        Consumer<String> notices) {
    /** The variable that names a folder with the packages already installed. */
    public static final String PACKAGES = "PAWL_NODE_PACKAGES";

    /** The variable that names the program, in front of the settings and the path. */
    public static final String NODE = "PAWL_NODE";
}
