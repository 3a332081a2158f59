package dev.pawl.commands;

import dev.pawl.ai.Models;
import dev.pawl.ai.catalogue.ModelTable;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.start.Wiring;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints the models that can be asked. */
public final class ModelList {
    private ModelList() {}

    /** Prints the models that a command line makes available. */
    public static int print(CommandLine line, Places places, Streams streams) throws InterruptedException {
        try (var notices = new NoticePrinter(places, streams.err())) {
            var wiring = Wiring.printing(line, places, notices);
            var start = wiring.start();
            notices.clear();
            try (var open = wiring.models()) {
                return print(
                        open.models(), start.hooks().hooks(), line.value(Option.LIST_MODELS), streams.out(), notices);
            }
        }
    }

    private static int print(
            Models models, List<InstalledHook> hooks, @Nullable String query, PrintStream out, NoticePrinter notices) {
        for (var hook : hooks) {
            hook.registry()
                    .providers()
                    .byName()
                    .forEach((name, config) -> register(models, hook, name, config, notices));
            hook.registry().virtualModels().forEach(models::register);
        }
        models.problems().forEach(problem -> notices.report(Notice.warning(problem.where(), problem.message())));
        ModelTable.lines(models.choices(), query).forEach(out::println);
        return 0;
    }

    private static void register(
            Models models, InstalledHook hook, String name, ProviderConfig config, NoticePrinter notices) {
        try {
            models.register(name, config);
        } catch (IllegalArgumentException e) {
            notices.report(new Notice(hook.path(), "provider " + name + ": " + e.getMessage(), true));
        }
    }
}
