package dev.pawl.ai.bedrock;

import dev.pawl.api.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The capabilities of Anthropic's models on Bedrock, which other models lack. They are known by id or, behind a profile, by name. */
record Claude(boolean is, boolean thinksByEffort, boolean hasHighestEffort, boolean caches) {
    private static final List<String> BY_EFFORT =
            List.of("opus-4-6", "opus-4-7", "opus-4-8", "opus-5", "sonnet-4-6", "sonnet-5", "fable-5");
    private static final List<String> HIGHEST = List.of("opus-4-7", "opus-4-8", "opus-5", "sonnet-5", "fable-5");
    private static final List<String> CACHED =
            List.of("fable-5", "opus-5", "sonnet-5", "-4-", "claude-3-7-sonnet", "claude-3-5-haiku");

    static Claude of(Model model) {
        var names = new ArrayList<String>();
        for (var name : List.of(model.id(), model.name())) {
            var lower = name.toLowerCase(Locale.ROOT);
            names.add(lower);
            names.add(lower.replaceAll("[\\s_.:]+", "-"));
        }
        boolean is = has(names, List.of("claude"));
        return new Claude(is, is && has(names, BY_EFFORT), is && has(names, HIGHEST), is && has(names, CACHED));
    }

    private static boolean has(List<String> names, List<String> parts) {
        return names.stream().anyMatch(name -> parts.stream().anyMatch(name::contains));
    }
}
