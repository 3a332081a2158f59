package dev.pawl.ai.catalogue;

import dev.pawl.ai.catalogue.ModelChoice.Chosen;
import dev.pawl.ai.catalogue.ModelChoice.Refused;
import dev.pawl.api.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the model that a session begins with: the one named on the command line, the one the session used, the first
 * of the short list, the saved default, a provider's usual model, any model, and the demonstration if there is no key
 * and a user can be offered it.
 */
public final class FirstModel {
    public static final ModelName DEMONSTRATION = new ModelName("demo", "tour");

    /** Returns whether a provider is the demonstration. */
    public static boolean isDemonstration(String provider) {
        return provider.equals(DEMONSTRATION.provider());
    }

    private final ModelChoices models;

    public FirstModel(ModelChoices models) {
        this.models = models;
    }

    public ModelChoice choose(RequestedModel requested) {
        var provider = requested.provider();
        var model = requested.model();
        if (model != null) {
            return new ModelSearch(models).find(provider, model, requested.thinking());
        }
        if (provider != null) {
            return new Refused(
                    "--provider requires --model (for example: --provider " + provider + " --model <pattern>)");
        }
        String note = null;
        var stored = requested.stored();
        if (stored != null) {
            var found = find(stored);
            if (found != null && models.isAvailable(stored.provider())) {
                return ModelChoice.of(found, null);
            }
            note = "The session's model " + stored + (found == null ? " is not known any more" : " has no key");
        }
        if (!requested.resumed() && !requested.scoped().isEmpty()) {
            var first = requested.scoped().getFirst();
            return ModelChoice.of(first.model(), first.thinkingLevel());
        }
        var chosen = fallback(requested);
        if (chosen == null) {
            return new Refused(
                    (note == null ? "" : note + ". ")
                            + "There is no key of a model provider, so no model can answer. Set one in the"
                            + " environment, e.g. ANTHROPIC_API_KEY or OPENAI_API_KEY, or describe a model of your own"
                            + " in models.json.",
                    " Or save a key with /login on the screen (start pawl without -p), or try the demonstration, which"
                            + " needs no key: --model demo/tour");
        }
        return new Chosen(chosen, null, note == null ? null : note + "; " + chosen.reference() + " goes on with it.");
    }

    private @Nullable Model fallback(RequestedModel requested) {
        var saved = requested.saved();
        if (saved != null) {
            var found = find(saved);
            if (found != null && models.isAvailable(saved.provider())) {
                return found;
            }
        }
        Model any = null;
        for (var provider : models.providers()) {
            if (isDemonstration(provider) || !models.isAvailable(provider)) {
                continue;
            }
            var id = models.defaultModel(provider);
            var usual = id == null ? null : find(new ModelName(provider, id));
            if (usual != null) {
                return usual;
            }
            var all = models.models(provider);
            any = any == null && !all.isEmpty() ? all.getFirst() : any;
        }
        return any == null && requested.demonstration() ? find(DEMONSTRATION) : any;
    }

    private @Nullable Model find(ModelName name) {
        for (var model : models.models(name.provider())) {
            if (model.id().equals(name.id())) {
                return model;
            }
        }
        return null;
    }
}
