package dev.pawl.bridge;

import dev.pawl.api.Hook;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.loader.find.HookFile;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Needed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A real Node with real packages. */
final class NodeTrial implements AutoCloseable {
    static final Path SHARED = Path.of("target", "node-agent").toAbsolutePath();

    final List<String> noise = new CopyOnWriteArrayList<>();
    final List<String> notices = new CopyOnWriteArrayList<>();
    final NodeBridge bridge;

    private NodeTrial(Path cwd, Duration patience, Map<String, String> environment) {
        bridge = new NodeBridge(new NodeSetup(
                SHARED,
                cwd,
                environment,
                NodeSetup.Programs.USUAL,
                false,
                patience,
                null,
                new NodeSetup.Reports(_ -> {}, noise::add, notices::add)));
    }

    static NodeTrial in(Path cwd) throws Exception {
        return in(cwd, Duration.ofSeconds(120));
    }

    static NodeTrial in(Path cwd, Duration patience) throws Exception {
        return new NodeTrial(cwd, patience, environment());
    }

    /** The environment of this process, in which the packages are found that {@code build/deep-needs} installed. */
    static Map<String, String> environment() {
        var packages = Checkout.file("build", "target", "node");
        Needed.that(Files.isDirectory(packages.resolve("node_modules")), "build/node-packages has not been run");
        var environment = new HashMap<>(System.getenv());
        environment.put(NodeSetup.PACKAGES, packages.toString());
        return environment;
    }

    static NodeTrial with(Path cwd, Map<String, String> environment) {
        return new NodeTrial(cwd, null, environment);
    }

    /** The environment of this one, with another program in place of Node. */
    Map<String, String> withNode(Path node) {
        var environment = environment();
        environment.put(NodeSetup.NODE, node.toString());
        return environment;
    }

    /** A hook of the test hooks' folder. */
    Hook example(String name) {
        return hook(Path.of("src", "test", "ts", name).toAbsolutePath());
    }

    Hook hook(Path file) {
        return bridge.hook(
                new HookFile(file, new SourceInfo(file.toString(), SourceInfo.Scope.TEMPORARY, false, null)), null);
    }

    /** Hooks of these texts, each the body of a factory that is given {@code pi}. */
    Hook[] bodies(Path folder, String... bodies) throws Exception {
        var hooks = new ArrayList<Hook>();
        for (int i = 0; i < bodies.length; i++) {
            hooks.add(source(
                    folder.resolve("hook" + i + ".ts"),
                    "export default async function (pi: any) {\n" + bodies[i] + "\n}\n"));
        }
        return hooks.toArray(Hook[]::new);
    }

    Hook source(Path file, String... lines) throws Exception {
        Files.createDirectories(file.getParent());
        Files.write(file, Arrays.asList(lines));
        return hook(file);
    }

    @Override
    public void close() {
        bridge.close();
    }
}
