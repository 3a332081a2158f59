package dev.pawl.ai.catalogue;

import dev.pawl.api.model.Model;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.glob.Glob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user's short list of models, from patterns: names, parts of names, globs, each with a level if wanted.
 *
 * @param notes patterns that match nothing, in sentences
 */
public record ModelScope(List<ScopedModel> models, List<String> notes) {
    /** Looks the patterns up among the models there are keys for; a model stands where it is named first. */
    public static ModelScope of(List<String> patterns, List<Model> available) {
        var models = new LinkedHashMap<String, ScopedModel>();
        var notes = new ArrayList<String>();
        for (var written : patterns) {
            if (written.isBlank()) {
                continue;
            }
            int before = models.size();
            if (!add(written.strip(), available, models) && models.size() == before) {
                notes.add("No model that there is a key for matches \"" + written.strip() + "\".");
            }
        }
        return new ModelScope(List.copyOf(models.values()), List.copyOf(notes));
    }

    /** Braces alone make none. */
    private static boolean isGlob(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('[') >= 0;
    }

    private static boolean add(String written, List<Model> available, Map<String, ScopedModel> models) {
        var reference = ModelReference.parse(written);
        var exact = exact(written, available);
        var level = exact == null ? reference.level() : null;
        exact = exact == null ? exact(reference.text(), available) : exact;
        if (exact != null) {
            put(exact, level, models);
            return true;
        }
        if (isGlob(reference.text())) {
            var glob = Glob.lenient(reference.text(), true);
            boolean found = false;
            for (var model : available) {
                if (glob.matches(model.reference()) || glob.matches(model.id())) {
                    put(model, level, models);
                    found = true;
                }
            }
            return found;
        }
        var best = partial(reference.text(), available);
        if (best != null) {
            put(best, level, models);
        }
        return best != null;
    }

    /** {@code provider/id}, or an id that only one provider has. */
    private static @Nullable Model exact(String text, List<Model> available) {
        Model byId = null;
        int count = 0;
        for (var model : available) {
            if (model.reference().equalsIgnoreCase(text)) {
                return model;
            }
            if (model.id().equalsIgnoreCase(text)) {
                byId = byId == null ? model : byId;
                count++;
            }
        }
        return count == 1 ? byId : null;
    }

    private static @Nullable Model partial(String text, List<Model> available) {
        var matches = ModelSearch.parts(text, available);
        if (matches.isEmpty()) {
            matches = ModelSearch.squeezed(text, available);
        }
        for (int slash = text.lastIndexOf('/');
                matches.isEmpty() && slash > 0;
                slash = text.lastIndexOf('/', slash - 1)) {
            var provider = text.substring(0, slash);
            var own = available.stream()
                    .filter(model -> model.provider().equalsIgnoreCase(provider))
                    .toList();
            matches = ModelSearch.parts(text.substring(slash + 1), own);
        }
        return ModelSearch.best(matches);
    }

    private static void put(Model model, @Nullable ThinkingLevel level, Map<String, ScopedModel> models) {
        models.putIfAbsent(model.reference(), new ScopedModel(model, level));
    }
}
