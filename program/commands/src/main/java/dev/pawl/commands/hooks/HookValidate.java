package dev.pawl.commands.hooks;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.shellhooks.file.PluginFolder;
import dev.pawl.start.Wiring;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The command {@code pawl hooks validate}: prints the footprint of a plugin whose hooks are functions, and what is wrong with it. */
public final class HookValidate {
    private static final String JSON = "--json";

    private HookValidate() {}

    public static int run(List<String> words, Places places, Streams streams) throws Exception {
        var rest = new ArrayList<>(words);
        boolean json = rest.remove(JSON);
        if (rest.size() != 1 || rest.getFirst().startsWith("-")) {
            throw Refusal.ofArguments("hooks validate takes the folder of a plugin: pawl hooks validate DIR [--json]");
        }
        var root = places.file(rest.getFirst());
        if (!Files.isDirectory(root)) {
            throw Refusal.because("there is no folder " + places.shown(root.toString()));
        }
        var problems = new ArrayList<String>();
        var modules = new ArrayList<JsonObject>();
        try (var notices = new NoticePrinter(places, streams.err());
                // The plugin is looked at for itself, wherever the user is.
                var wiring = Wiring.printing(
                        CommandLine.parse(List.of("--no-extensions")), places.in(places.agentDir()), notices)) {
            for (var file : PluginFolder.read(root.toRealPath()).values()) {
                file.problems().forEach(problem -> problems.add(problem.path() + ": " + problem.message()));
                for (var module : file.modules()) {
                    var named = JsonObject.of("module", relative(root, module.module()));
                    try {
                        modules.add(named.with(wiring.footprint(module)));
                    } catch (RuntimeException e) {
                        problems.add(module.module() + ": " + e.getMessage());
                    }
                }
            }
            notices.clear();
        }
        if (json) {
            streams.out()
                    .println(Json.writeIndented(JsonObject.of("success", problems.isEmpty(), "modules", modules)
                            .with("problems", problems)));
        } else {
            modules.forEach(module -> print(module, streams.out()));
            problems.forEach(problem -> streams.out().println(Untrusted.text(problem)));
            if (modules.isEmpty() && problems.isEmpty()) {
                streams.out().println("This plugin has no hooks that are functions.");
            }
        }
        return problems.isEmpty() ? 0 : 1;
    }

    private static String relative(Path root, Path module) throws IOException {
        return root.toRealPath().relativize(module.toRealPath()).toString();
    }

    private static void print(JsonObject module, PrintStream out) {
        out.println(Untrusted.text(module.string("plugin", "") + "  " + module.string("module", "")));
        var hooks = module.objects("hooks");
        line("hooks", named(hooks, _ -> true), out);
        line("gates with .catch", named(hooks, hook -> isGate(hook) && hook.bool("hasCatch", false)), out);
        line("gates without .catch", named(hooks, hook -> isGate(hook) && !hook.bool("hasCatch", false)), out);
        line("calls", module.strings("calls").stream().sorted().toList(), out);
        module.strings("remarks").forEach(remark -> out.println("    " + Untrusted.text(remark)));
    }

    private static boolean isGate(JsonObject hook) {
        return hook.bool("isGate", false);
    }

    private static List<String> named(List<JsonObject> hooks, Predicate<JsonObject> which) {
        return hooks.stream()
                .filter(which)
                .map(hook -> hook.string("pattern", "") + (hook.has("matcher") ? hook.object("matcher") : ""))
                .distinct()
                .toList();
    }

    private static void line(String what, List<String> names, PrintStream out) {
        if (!names.isEmpty()) {
            out.printf("    %-21s %s%n", what + ":", Untrusted.text(String.join(", ", names)));
        }
    }
}
