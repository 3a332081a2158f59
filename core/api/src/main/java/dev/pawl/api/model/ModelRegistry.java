package dev.pawl.api.model;

import dev.pawl.api.message.Message;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The models that can be asked, and the keys to them. */
public interface ModelRegistry {
    /** Returns a model by provider and id; null if there is none. */
    @Nullable
    Model find(String provider, String id);

    /** Returns the models that there are credentials for. */
    List<Model> available();

    /** Returns all models, also those without credentials. */
    List<Model> all();

    /** Returns the key for a model's provider; null if there is none. Never write it anywhere. */
    @Nullable
    String apiKey(Model model) throws InterruptedException;

    /** Asks a model and waits for its whole answer. */
    Message.Assistant complete(Model model, ModelRequest request) throws IOException, InterruptedException;

    /** Asks a model and passes on the pieces of its answer as they come. */
    Message.Assistant stream(Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws IOException, InterruptedException;
}
