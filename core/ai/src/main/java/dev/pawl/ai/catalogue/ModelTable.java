package dev.pawl.ai.catalogue;

import dev.pawl.api.model.Model;
import dev.pawl.base.Fuzzy;
import dev.pawl.base.NaturalOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The models in columns, as {@code --list-models} shows them. */
public final class ModelTable {
    private static final List<String> HEAD = List.of("provider", "model", "context", "max-out", "thinking", "images");

    private ModelTable() {}

    /** Returns the lines of the table: the models that match a query (all of them if there is none), or why there are none. */
    public static List<String> lines(Collection<Model> models, @Nullable String query) {
        var found = new ArrayList<>(
                query == null || query.isBlank()
                        ? models
                        : Fuzzy.filter(models, query, model -> model.provider() + " " + model.id()));
        if (found.isEmpty()) {
            return List.of(
                    models.isEmpty()
                            ? "There are no models, because there is no key. Save one with /login, set a provider's"
                                    + " environment variable, or describe a model of your own in models.json."
                            : "No model matches \"" + query + "\".");
        }
        found.sort((a, b) -> {
            int order = a.provider().compareTo(b.provider());
            return order != 0 ? order : NaturalOrder.compare(a.id(), b.id());
        });
        var rows = new ArrayList<List<String>>();
        rows.add(HEAD);
        found.forEach(model -> rows.add(row(model)));
        return aligned(rows);
    }

    private static List<String> row(Model model) {
        return List.of(
                model.provider(),
                model.id(),
                tokens(model.contextWindow()),
                tokens(model.maxTokens()),
                model.reasoning() ? "yes" : "no",
                model.input().contains(Model.Medium.IMAGE) ? "yes" : "no");
    }

    private static List<String> aligned(List<List<String>> rows) {
        var widths = new int[HEAD.size()];
        for (var row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var lines = new ArrayList<String>();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length() + 2);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** 200000 as 200K, 1048576 as 1.0M. */
    static String tokens(long count) {
        if (count < 1_000) {
            return Long.toString(count);
        }
        boolean millions = count >= 1_000_000;
        long unit = millions ? 1_000_000 : 1_000;
        long tenths = Math.round(count * 10.0 / unit);
        return count % unit == 0
                ? count / unit + (millions ? "M" : "K")
                : tenths / 10 + "." + tenths % 10 + (millions ? "M" : "K");
    }
}
