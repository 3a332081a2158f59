package dev.pawl.bridge.process;

import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.MessageCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The setup of the process for TypeScript hooks.
 *
 * @param agentDir the user's folder; packages and compiled hooks are kept in it
 * @param cwd where the process runs
 * @param programs what is started
 * @param offline whether nothing may be fetched
 * @param patience after how long without a sign of life the process counts as stuck; null for never
 */
public record NodeSetup(
        Path agentDir,
        Path cwd,
        Map<String, String> environment,
        Programs programs,
        boolean offline,
        @Nullable Duration patience,
        @Nullable String theme,
        Reports reports) {
    /** The variable that names a folder with the packages already installed. */
    public static final String PACKAGES = "PAWL_NODE_PACKAGES";

    /** The variable that names the program, before the settings and the path. */
    public static final String NODE = "PAWL_NODE";

    /** The program that runs the hooks: what the environment names, or the settings, or {@code node} on the path. */
    public String node() {
        var set = programs.node();
        return environment.getOrDefault(NODE, set == null ? "node" : set);
    }

    /**
     * The first message to the process.
     *
     * @param packages the folder whose {@code node_modules} holds the packages
     * @param compiled where compiled hooks are kept
     * @param changeable the fields of each event that handlers may change in place
     */
    public HostMessage.Hello hello(Path packages, Object compiled, Map<String, List<String>> changeable) {
        long millis = patience == null ? 0 : patience.toMillis();
        return new HostMessage.Hello(MessageCodec.VERSION, packages.toString(), compiled, changeable, millis, theme);
    }

    /**
     * The programs that are started.
     *
     * @param node the program that runs the hooks; null for {@code node} on the path
     * @param own the command line that starts this program, without its arguments; empty if that is not known
     */
    public record Programs(@Nullable String node, List<String> own) {
        public static final Programs USUAL = new Programs(null, List.of());
    }

    /**
     * Where reports go.
     *
     * @param progress receives what is going on before something that takes its time
     * @param noise receives what hooks print
     * @param notices receives sentences for the user
     */
    public record Reports(Consumer<String> progress, Consumer<String> noise, Consumer<String> notices) {
        public static final Reports NONE = new Reports(_ -> {}, _ -> {}, _ -> {});
    }
}
