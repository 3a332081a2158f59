package dev.pawl.bridge;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A real Node with real packages. */
final class NodeTrial implements AutoCloseable {
    static final Path SHARED = Path.of("target", "node-agent").toAbsolutePath();

    private static final String TOOLS = """
        {"bash": {"names": ["Bash"], "fields": {"command": "command", "timeout": "timeout"}, "added": {}},
         "read": {"names": ["Read"], "fields": {"path": "file_path", "offset": "offset", "limit": "limit"}, "added": {}},
         "write": {"names": ["Write"], "fields": {"path": "file_path", "content": "content"}, "added": {}},
         "edit": {"names": ["Edit", "MultiEdit"], "fields": {"path": "file_path", "edits": "edits"}, "added": {}}}
        """;

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

    /** A mod with this text as its module. */
    Hook mod(Path folder, String module) throws Exception {
        return mod(folder, "guard", "register.ts", module, JsonObject.empty());
    }

    Hook mod(Path folder, String plugin, String file, String module, JsonObject options) throws Exception {
        var written = folder.resolve("hooks").resolve(file);
        Files.createDirectories(folder.resolve("hooks"));
        Files.writeString(written, module);
        var facts = new LinkedHashMap<String, Object>();
        facts.put("plugin", plugin);
        facts.put("tier", "user");
        facts.put("root", folder.toString());
        facts.put("module", written.toString());
        facts.put("options", options);
        facts.put("store", folder.resolve("kept.json").toString());
        facts.put("version", "2.1.327");
        facts.put("tools", JsonObject.parse(TOOLS));
        return bridge.mod(new Mod(written, JsonObject.from(facts), words -> words));
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
