package dev.pawl.api.context;

import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Delivery;
import java.util.List;

/**
 * The conversation as the model sees it, and the ways to add to it.
 *
 * <p>Nothing here waits for an answer of the model. Where a run is under way, {@link Delivery} decides when it takes a
 * message along; otherwise a message of a hook is kept, and one in the name of the user starts a run.
 *
 * {@snippet :
 * ctx.messages().send(HookMessage.of("build", "The build is red"));
 * ctx.messages().sendUser("Please repair the build");
 * }
 */
public interface Messages {
    /** Returns the messages that the model would see now. */
    List<Message> list();

    /** Returns the system prompt as the model has it. */
    String systemPrompt();

    /** Returns whether messages wait until the agent takes them. */
    boolean hasPending();

    /** Adds a message of the hook to the conversation, now or when the agent takes it. */
    void send(HookMessage message, Delivery delivery);

    /** Adds a message of the hook to the conversation, with the default delivery. */
    default void send(HookMessage message) {
        send(message, Delivery.DEFAULT);
    }

    /** Sends a message as if the user had typed it. */
    void sendUser(Body content, Delivery delivery);

    /** Sends a text as if the user had typed it, with the default delivery. */
    default void sendUser(String text) {
        sendUser(Body.of(text), Delivery.DEFAULT);
    }
}
