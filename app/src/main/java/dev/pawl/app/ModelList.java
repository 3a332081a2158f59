package dev.pawl.app;

import java.io.PrintStream;
import java.util.TreeSet;

/** Prints the models there are: so far, those that hooks bring. */
final class ModelList {
    private ModelList() {}

    static int print(Start start, PrintStream out) {
        var lines = new TreeSet<String>();
        for (var hook : start.hooks().hooks()) {
            hook.registry()
                    .providers()
                    .forEach((provider, config) -> config.models()
                            .forEach(model -> lines.add("%s/%s  %s".formatted(provider, model.id(), model.name()))));
            hook.registry()
                    .virtualModels()
                    .forEach(model -> lines.add("%s/%s  %s".formatted(model.provider(), model.id(), model.name())));
        }
        if (lines.isEmpty()) {
            out.println("No models: no loaded hook brings a provider.");
        }
        lines.forEach(out::println);
        return 0;
    }
}
