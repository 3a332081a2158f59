package dev.pawl.start;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.bridge.Mod;
import dev.pawl.bridge.NodeBridge;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.OwnCommand;
import dev.pawl.cli.Places;
import dev.pawl.cli.Version;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.shellhooks.ShellHooks;
import dev.pawl.shellhooks.file.PluginModule;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Hooks in TypeScript and JavaScript: one process for all of them, however often they are loaded again. */
final class ScriptHooks {
    private static final int MANIFEST_LIMIT = 1 << 20;

    private final CommandLine line;
    private final Places places;
    private final NoticePrinter notices;
    private @Nullable NodeBridge bridge;

    ScriptHooks(CommandLine line, Places places, NoticePrinter notices) {
        this.line = line;
        this.places = places;
        this.notices = notices;
    }

    /** Starts the process while the rest is put together, if there seem to be such hooks. */
    void begin(Settings settings) {
        // Not a virtual one: the first of those waits until their pool is made.
        Thread.ofPlatform().daemon().name("script hooks").start(() -> {
            if (seemThere()) {
                try {
                    bridge(settings).prepare();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    /** Returns the process. */
    synchronized NodeBridge bridge(Settings settings) {
        var there = bridge;
        if (there == null) {
            long patience = settings.get(Keys.HOOK_TIMEOUT);
            there = new NodeBridge(new NodeSetup(
                    places.agentDir(),
                    places.cwd(),
                    places.environment(),
                    new NodeSetup.Programs(settings.get(Keys.NODE_PATH), OwnCommand.line()),
                    line.isOffline(places.environment()),
                    patience <= 0 || places.debugging() ? null : Duration.ofMillis(patience),
                    settings.get(Keys.THEME),
                    new NodeSetup.Reports(
                            notices::takesLong, notices::noise, message -> notices.report(Notice.of(message)))));
            bridge = there;
        }
        return there;
    }

    /**
     * Returns the hook of a plugin whose hooks are functions.
     *
     * @param around what runs the commands that it starts
     */
    Hook mod(PluginModule module, Settings settings, BiFunction<List<String>, List<Path>, List<String>> around) {
        return bridge(settings).mod(loaded(module, around));
    }

    /** Returns what a module of a plugin listens to and calls. */
    JsonObject footprint(PluginModule module, Settings settings) throws InterruptedException {
        return bridge(settings).footprint(loaded(module, (words, _) -> words));
    }

    private Mod loaded(PluginModule module, BiFunction<List<String>, List<Path>, List<String>> around) {
        var store = module.plugin().replaceAll("[^A-Za-z0-9_.-]", "-") + ".json";
        var facts = JsonObject.of("plugin", module.plugin(), "tier", "user")
                .with("root", module.root().toString())
                .with("module", module.module().toString())
                .with("options", module.options())
                .with("store", places.agentDir().resolve("mods").resolve(store).toString())
                .with("version", Version.text())
                .with("tools", ShellHooks.toolNames());
        return new Mod(module.module(), facts, words -> around.apply(words, List.of()));
    }

    /** Runs code again that hooks share from session to session, when they are loaded next. */
    synchronized void renew() throws InterruptedException {
        if (bridge != null) {
            bridge.renew();
        }
    }

    /** Ends the process. */
    synchronized void close() {
        if (bridge != null) {
            bridge.close();
        }
    }

    /** A quick look whether the command line or a folder of the user names such hooks. */
    private boolean seemThere() {
        for (var hook : line.values(Option.HOOK)) {
            if (isForeign(places.cwd().resolve(hook).toFile())) {
                return true;
            }
        }
        if (!line.has(Option.NO_EXTENSIONS)) {
            for (var name : List.of("extensions", "hooks")) {
                var there = places.agentDir().resolve(name).toFile().listFiles();
                for (var file : there == null ? new File[0] : there) {
                    if (isForeign(file)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** A script, an npm package, or a folder that has a script as its index. What is not seen is found a little later. */
    private static boolean isForeign(File file) {
        return file.getName().endsWith(".ts")
                || file.getName().endsWith(".js")
                || new File(file, "index.ts").exists()
                || new File(file, "index.js").exists()
                || namesExtensions(new File(file, "package.json").toPath());
    }

    /** A package may also bring only skills or prompts. */
    private static boolean namesExtensions(Path manifest) {
        try {
            var text = RegularFile.read(manifest, MANIFEST_LIMIT);
            return new String(text, StandardCharsets.UTF_8).contains("\"extensions\"");
        } catch (IOException e) {
            return false;
        }
    }
}
