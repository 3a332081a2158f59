package dev.pawl.ai.catalogue;

import dev.pawl.api.model.Model;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The models to choose from, by provider; asking for one provider does not fetch those of the others. */
public interface ModelChoices {
    Collection<String> providers();

    List<Model> models(String provider);

    /** Returns whether its models can be asked. */
    boolean isAvailable(String provider);

    @Nullable
    String defaultModel(String provider);

    /** Returns whether {@link #models} has all models of a provider: then another name is a mistake. */
    boolean isComplete(String provider);
}
