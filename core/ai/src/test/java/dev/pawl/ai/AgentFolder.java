package dev.pawl.ai;

import dev.pawl.ai.catalogue.Catalogue;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.Caller;
import dev.pawl.ai.http.Exchange;
import dev.pawl.ai.http.Target;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** An agent's folder with its files, and models over it whose requests go nowhere but are remembered. */
public final class AgentFolder implements Caller {
    final Path folder;
    public final List<Target> asked = new ArrayList<>();
    final List<String> filesRead = new ArrayList<>();

    public AgentFolder(Path folder) {
        this.folder = folder;
    }

    public AgentFolder modelsJson(String text) throws IOException {
        Files.writeString(folder.resolve("models.json"), text);
        return this;
    }

    public AgentFolder authJson(String text) throws IOException {
        Files.writeString(folder.resolve("auth.json"), text);
        return this;
    }

    public ModelsSetup setup(Map<String, String> environment) {
        return ModelsSetup.of(folder, environment);
    }

    public Models models(Map<String, String> environment) {
        return models(setup(environment));
    }

    public Models models(ModelsSetup setup) {
        return new Models(
                setup,
                this,
                () -> new Catalogue(name -> {
                    filesRead.add(name);
                    return Catalogue.read(name);
                }));
    }

    /** The headers and the key of the last request. */
    public Target last() {
        return asked.getLast();
    }

    @Override
    public Message.Assistant ask(Target target, ModelRequest request, Exchange exchange, Consumer<ModelEvent> events)
            throws InterruptedException {
        asked.add(target);
        var answerer = target.answerer();
        try {
            return answerer == null ? answer(target) : answerer.answer(target.model(), request, events);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Message.Assistant answer(Target target) {
        var model = target.model();
        return new Message.Assistant(
                List.of(),
                model.api(),
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.STOP,
                null,
                0,
                JsonObject.empty());
    }

    public static ModelRequest question() {
        return ModelRequest.of(List.of(Message.user("hello", 0)));
    }
}
