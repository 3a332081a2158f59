package dev.pawl.house.bridge;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.pawl.testkit.PawlProcess;
import dev.pawl.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A home and a project in which the program finds the packages that TypeScript hooks need. */
record NodePlace(Path home, Path project, Map<String, String> environment) {
    /**
     * The packages are those that the tests of the bridge installed. Without them this fails; it skips only where
     * {@code -Dpawl.offline=true} says so.
     */
    static NodePlace in(Path dir) throws IOException {
        var cache = Path.of("..", "bridge", "target", "node-agent", "cache", "pawl-node")
                .toAbsolutePath()
                .normalize();
        if (!Files.isDirectory(cache)) {
            throw missing("the tests of the bridge install the packages; they did not run");
        }
        var environment = new HashMap<String, String>();
        try (var folders = Files.list(cache)) {
            var packages = folders.filter(folder -> Files.isDirectory(folder.resolve("node_modules")))
                    .findFirst();
            if (packages.isEmpty()) {
                throw missing("the tests of the bridge install the packages; they could not");
            }
            environment.put("PAWL_NODE_PACKAGES", packages.get().toString());
        }
        var real = dir.toRealPath();
        return new NodePlace(
                Files.createDirectories(real.resolve("home")),
                Files.createDirectories(real.resolve("project")),
                environment);
    }

    private static IllegalStateException missing(String why) {
        assumeFalse(Boolean.getBoolean("pawl.offline"), why);
        return new IllegalStateException(why);
    }

    /** A hook of the bridge's test hooks. */
    static String example(String name) {
        return Path.of("..", "bridge", "src", "test", "ts", name)
                .toAbsolutePath()
                .normalize()
                .toString();
    }

    PawlProcess pawl(ScriptedModel model) throws IOException {
        write(
                home.resolve(".pi/agent/models.json"),
                model.modelsJson("openai-completions").toString());
        return new PawlProcess(home, project).with(environment);
    }

    static void write(Path file, String... lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, Arrays.asList(lines));
    }
}
