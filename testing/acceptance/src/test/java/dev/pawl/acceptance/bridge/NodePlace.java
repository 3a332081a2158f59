package dev.pawl.acceptance.bridge;

import dev.pawl.acceptance.driven.PawlInside;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Needed;
import dev.pawl.machine.Pi;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A home and a project in which the program finds the packages that TypeScript hooks need. */
record NodePlace(Path home, Path project, Map<String, String> environment) {
    /** The packages are those that {@code build/deep-needs} installed. */
    static NodePlace in(Path dir) throws IOException {
        var packages = Checkout.file("build", "target", "node");
        Needed.that(Files.isDirectory(packages.resolve("node_modules")), "build/node-packages has not been run");
        return in(dir, new HashMap<>(Map.of("PAWL_NODE_PACKAGES", packages.toString())));
    }

    /** For pi, which has its packages with it. */
    static NodePlace ofPi(Path dir) throws IOException {
        return in(dir, Map.of());
    }

    private static NodePlace in(Path dir, Map<String, String> environment) throws IOException {
        var real = dir.toRealPath();
        return new NodePlace(
                Files.createDirectories(real.resolve("home")),
                Files.createDirectories(real.resolve("project")),
                environment);
    }

    /** A hook of the bridge's test hooks. */
    static String example(String name) {
        return Checkout.file("features/bridge", "src", "test", "ts", name).toString();
    }

    PawlInside pawl(ScriptedModel model) throws IOException {
        offer(model);
        return new PawlInside(home, project, environment);
    }

    /** Starts the newer pi over RPC with an extension. */
    Process pi(ScriptedModel model, Path extension) throws IOException {
        offer(model);
        String[] words = {"--mode", "rpc", "--no-extensions", "-e", extension.toString(), "--model", ScriptedModel.MODEL
        };
        return Pi.REFERENCE.process(home, project, words).start();
    }

    private void offer(ScriptedModel model) throws IOException {
        write(
                home.resolve(".pi/agent/models.json"),
                model.modelsJson("openai-completions").toString());
    }

    static void write(Path file, String... lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, Arrays.asList(lines));
    }
}
