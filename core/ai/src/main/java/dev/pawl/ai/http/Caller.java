package dev.pawl.ai.http;

import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import java.util.function.Consumer;

/** Asks one model once, over the wire or through a hook; whatever goes wrong is a failed answer. */
public interface Caller {
    Message.Assistant ask(Target target, ModelRequest request, Exchange exchange, Consumer<ModelEvent> events)
            throws InterruptedException;
}
