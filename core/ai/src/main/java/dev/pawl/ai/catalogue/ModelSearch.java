package dev.pawl.ai.catalogue;

import dev.pawl.ai.catalogue.ModelChoice.Chosen;
import dev.pawl.ai.catalogue.ModelChoice.Refused;
import dev.pawl.api.json.Json;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.NaturalOrder;
import dev.pawl.base.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the model that a user names: by {@code provider/id}, by id, or by a part of id or name. */
public final class ModelSearch {
    private final ModelChoices models;

    public ModelSearch(ModelChoices models) {
        this.models = models;
    }

    /**
     * Finds the model that a user named.
     *
     * @param provider from {@code --provider}
     * @param written from {@code --model}, perhaps with a level
     * @param thinking a level that was asked for elsewhere; an unknown model is then assumed to reason
     */
    public ModelChoice find(@Nullable String provider, String written, @Nullable ThinkingLevel thinking) {
        if (written.isBlank()) {
            return new Refused(
                    "A model needs a name, for example anthropic/sonnet:high.",
                    " On the command line it follows --model.");
        }
        if (provider != null) {
            var known = provider(provider);
            return known == null ? noProvider(provider) : findIn(known, within(known, written), thinking, true);
        }
        // Providers may have a slash in their names, too; the longest name is meant.
        for (int slash = written.lastIndexOf('/'); slash > 0; slash = written.lastIndexOf('/', slash - 1)) {
            var named = slash == written.length() - 1 ? null : provider(written.substring(0, slash));
            if (named != null) {
                return findNamed(named, written, slash, thinking);
            }
        }
        return findAnywhere(written);
    }

    /** What is before the slash is a provider; but some ids have a slash, too. */
    private ModelChoice findNamed(String provider, String written, int slash, @Nullable ThinkingLevel thinking) {
        var rest = written.substring(slash + 1);
        var found = findIn(provider, rest, thinking, false);
        if (found instanceof Chosen && models.isAvailable(provider)) {
            return found;
        }
        var elsewhere = new ArrayList<Match>();
        for (var other : models.providers()) {
            // A provider without a key is only looked at if the named one has no such model.
            if (!other.equals(provider) && (found instanceof Refused || models.isAvailable(other))) {
                addExact(other, written, elsewhere);
            }
        }
        var ready = available(elsewhere);
        if (ready.size() == 1) {
            return ready.getFirst().choice();
        }
        if (found instanceof Chosen) {
            return found;
        }
        return elsewhere.isEmpty()
                ? findIn(provider, rest, thinking, true)
                : elsewhere.size() == 1 ? elsewhere.getFirst().choice() : ambiguous(written, elsewhere, ready);
    }

    private ModelChoice findIn(String provider, String written, @Nullable ThinkingLevel thinking, boolean unknownToo) {
        var matches = new ArrayList<Match>();
        addExact(provider, written, matches);
        if (matches.isEmpty()) {
            var reference = ModelReference.parse(written);
            var best = best(parts(reference.text(), models.models(provider)));
            if (best != null) {
                matches.add(new Match(best, reference.level()));
            }
        }
        if (!matches.isEmpty()) {
            return matches.getFirst().choice();
        }
        return unknownToo ? custom(provider, ModelReference.parse(written), thinking) : notFound(written);
    }

    private ModelChoice findAnywhere(String written) {
        // With a key first: mostly that decides it, and the other providers need not be fetched.
        var matches = new ArrayList<Match>();
        for (var provider : models.providers()) {
            if (models.isAvailable(provider)) {
                addExact(provider, written, matches);
            }
        }
        if (matches.isEmpty()) {
            for (var provider : models.providers()) {
                addExact(provider, written, matches);
            }
        }
        if (matches.isEmpty()) {
            addParts(ModelReference.parse(written), matches);
        }
        if (matches.size() <= 1) {
            return matches.isEmpty() ? notFound(written) : matches.getFirst().choice();
        }
        var ready = available(matches);
        return ready.size() == 1 ? ready.getFirst().choice() : ambiguous(written, matches, ready);
    }

    /** The best match of every provider with a key; if there is none, of every provider. */
    private void addParts(ModelReference reference, List<Match> matches) {
        for (var provider : models.providers()) {
            if (models.isAvailable(provider)) {
                addBest(provider, reference, matches);
            }
        }
        if (matches.isEmpty()) {
            models.providers().forEach(provider -> addBest(provider, reference, matches));
        }
    }

    private void addBest(String provider, ModelReference reference, List<Match> matches) {
        var best = best(parts(reference.text(), models.models(provider)));
        best = best == null ? best(squeezed(reference.text(), models.models(provider))) : best;
        if (best != null) {
            matches.add(new Match(best, reference.level()));
        }
    }

    /** The whole text as an id, or else the text before a level. */
    private void addExact(String provider, String written, List<Match> matches) {
        var reference = ModelReference.parse(written);
        Match split = null;
        for (var model : models.models(provider)) {
            if (model.id().equalsIgnoreCase(written.strip())) {
                matches.add(new Match(model, null));
                return;
            }
            if (split == null && model.id().equalsIgnoreCase(reference.text())) {
                split = new Match(model, reference.level());
            }
        }
        if (split != null) {
            matches.add(split);
        }
    }

    static List<Model> parts(String text, Collection<Model> models) {
        var part = text.toLowerCase(Locale.ROOT);
        var matches = new ArrayList<Model>();
        for (var model : models) {
            if (model.id().toLowerCase(Locale.ROOT).contains(part)
                    || model.name().toLowerCase(Locale.ROOT).contains(part)) {
                matches.add(model);
            }
        }
        return matches;
    }

    /** Returns the same without regard to what is between the words: {@code gpt5}, {@code opus 4.8}. */
    static List<Model> squeezed(String text, Collection<Model> models) {
        var part = squeeze(text);
        var matches = new ArrayList<Model>();
        for (var model : models) {
            if (!part.isEmpty()
                    && (squeeze(model.id()).contains(part)
                            || squeeze(model.name()).contains(part))) {
                matches.add(model);
            }
        }
        return matches;
    }

    private static String squeeze(String text) {
        var letters = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (Character.isLetterOrDigit(text.charAt(i))) {
                letters.append(Character.toLowerCase(text.charAt(i)));
            }
        }
        return letters.toString();
    }

    /** Returns the newest one by its name, where names without a date come before those with one. */
    static @Nullable Model best(List<Model> models) {
        Model best = null;
        for (var model : models) {
            if (best == null || compare(model, best) > 0) {
                best = model;
            }
        }
        return best;
    }

    private static int compare(Model a, Model b) {
        boolean dated = isDated(a.id());
        return dated == isDated(b.id()) ? NaturalOrder.compare(a.id(), b.id()) : dated ? -1 : 1;
    }

    /** Returns whether an id ends in -YYYYMMDD. */
    private static boolean isDated(String id) {
        int dash = id.lastIndexOf('-');
        if (dash < 0 || id.length() - dash != 9) {
            return false;
        }
        for (int i = dash + 1; i < id.length(); i++) {
            if (!Character.isDigit(id.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private ModelChoice custom(String provider, ModelReference reference, @Nullable ThinkingLevel thinking) {
        var all = models.models(provider);
        if (all.isEmpty()) {
            return new Refused("The provider \"" + provider + "\" has no models. Give it some in models.json.");
        }
        if (FirstModel.isDemonstration(provider)) {
            return new Refused("The demonstration has no model \"" + reference.text() + "\". It has "
                    + String.join(", ", ids(all)) + ".");
        }
        if (models.isComplete(provider)) {
            return new Refused(provider + " has no model \"" + reference.text() + "\"."
                    + meant(reference.text(), ids(all))
                    + " If it is newer than this list, add it in models.json: {\"providers\": {\"" + provider
                    + "\": {\"models\": [{\"id\": " + Json.write(reference.text()) + "}]}}}");
        }
        var like = all.getFirst();
        for (var model : all) {
            like = model.id().equals(models.defaultModel(provider)) ? model : like;
        }
        var level = thinking == null ? reference.level() : thinking;
        var model = ModelLayers.like(like, reference.text(), level != null && level != ThinkingLevel.OFF);
        return new Chosen(
                model,
                reference.level(),
                "\"" + reference.text() + "\" is no model of " + provider
                        + " known here, so it is asked for as it is written, with the limits and prices of "
                        + like.id() + "." + meant(reference.text(), ids(all)));
    }

    private @Nullable String provider(String name) {
        for (var provider : models.providers()) {
            if (provider.equalsIgnoreCase(name.strip())) {
                return provider;
            }
        }
        return null;
    }

    /**
     * {@code --provider x --model x/id} is {@code --provider x --model id}, unless there is a model of that very id.
     */
    private String within(String provider, String written) {
        int length = provider.length();
        boolean repeats = written.length() > length + 1
                && written.charAt(length) == '/'
                && written.regionMatches(true, 0, provider, 0, length);
        if (!repeats) {
            return written;
        }
        var whole = new ArrayList<Match>();
        addExact(provider, written, whole);
        return whole.isEmpty() ? written.substring(length + 1) : written;
    }

    private List<Match> available(List<Match> matches) {
        var ready = new ArrayList<Match>();
        for (var match : matches) {
            if (models.isAvailable(match.model.provider())) {
                ready.add(match);
            }
        }
        return ready;
    }

    private static ModelChoice ambiguous(String written, List<Match> matches, List<Match> ready) {
        var names = new ArrayList<String>();
        for (var match : ready.isEmpty() ? matches : ready) {
            names.add(match.model.reference());
        }
        int more = names.size() - 8;
        var list = String.join(", ", names.subList(0, Math.min(8, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
        return new Refused(
                "\"" + written + "\" is a model of several providers: " + list + ". "
                        + (ready.isEmpty() ? "There is a key for none of them. " : "There are keys for all of these. ")
                        + "Write provider/model.",
                " On the command line --provider specifies it, too.");
    }

    ModelChoice noProvider(String written) {
        var near = Nearest.to(written, models.providers(), 3);
        return new Refused("There is no provider \"" + written + "\". "
                + (near.isEmpty()
                        ? "There are " + String.join(", ", models.providers())
                        : "Near to it: " + String.join(", ", near))
                + ".");
    }

    private ModelChoice notFound(String written) {
        var names = new LinkedHashSet<String>();
        for (var provider : models.providers()) {
            for (var model : models.models(provider)) {
                names.add(model.id());
                names.add(model.reference());
            }
        }
        return new Refused(
                "There is no model \"" + written + "\"."
                        + meant(ModelReference.parse(written).text(), names),
                " --list-models shows those there are keys for.");
    }

    private static String meant(String written, Collection<String> names) {
        var near = Nearest.to(written, names, 3);
        return near.isEmpty() ? "" : " Near to it: " + String.join(", ", near) + ".";
    }

    private static List<String> ids(List<Model> models) {
        var ids = new ArrayList<String>();
        models.forEach(model -> ids.add(model.id()));
        return ids;
    }

    private record Match(Model model, @Nullable ThinkingLevel level) {
        ModelChoice choice() {
            return ModelChoice.of(model, level);
        }
    }
}
