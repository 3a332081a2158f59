package dev.pawl.agent.session;

import dev.pawl.api.context.HookMessage;
import dev.pawl.api.context.Messages;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Delivery;
import java.util.List;

/** The messages of a session, as hooks read and send them. */
record SentMessages(SessionScope scope, SessionChanges changes) implements Messages {
    @Override
    public List<Message> list() {
        return scope.core().conversation().shown();
    }

    @Override
    public String systemPrompt() {
        return scope.core().prompts().text();
    }

    @Override
    public boolean hasPending() {
        return scope.core().queues().waiting() > 0;
    }

    @Override
    public void send(HookMessage message, Delivery delivery) {
        scope.delivering().send(message, delivery);
    }

    @Override
    public void sendUser(Body content, Delivery delivery) {
        scope.delivering().send(content, delivery, new HookCommands(scope, changes));
    }
}
