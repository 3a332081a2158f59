package dev.pawl.api.context;

import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Delivery;
import java.util.List;
import java.util.function.Supplier;

/** The messages of the session that answers; it is asked for at every call. */
record ForwardingMessages(Supplier<Messages> target) implements Messages {
    @Override
    public List<Message> list() {
        return target.get().list();
    }

    @Override
    public String systemPrompt() {
        return target.get().systemPrompt();
    }

    @Override
    public boolean hasPending() {
        return target.get().hasPending();
    }

    @Override
    public void send(HookMessage message, Delivery delivery) {
        target.get().send(message, delivery);
    }

    @Override
    public void sendUser(Body content, Delivery delivery) {
        target.get().sendUser(content, delivery);
    }
}
