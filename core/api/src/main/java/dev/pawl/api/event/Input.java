package dev.pawl.api.event;

import dev.pawl.api.message.Content;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Delivery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of the user, before skills and templates in it are expanded.
 *
 * @param text the text as it was typed or sent
 * @param images the images that came with it
 * @param source where it comes from: the terminal, a client or a hook
 * @param streamingBehavior how it will be queued; null while the agent is idle
 */
public record Input(String text, List<Content.Image> images, Source source, Delivery.@Nullable As streamingBehavior) {
    public enum Source {
        INTERACTIVE,
        RPC,
        EXTENSION
    }

    public Input {
        images = List.copyOf(images);
    }

    /** Returns a message that was sent while the agent was idle, or (with a behaviour) while it worked. */
    public static Input of(
            String text, List<Content.Image> images, Source source, Delivery.@Nullable As streamingBehavior) {
        return new Input(text, images, source, streamingBehavior);
    }

    /** Returns what a user typed while the agent was idle. */
    public static Input of(String text) {
        return new Input(text, List.of(), Source.INTERACTIVE, null);
    }

    /** Lets it pass as it is. */
    public Decision<Input, Handled> proceed() {
        return Decision.pass(this);
    }

    /** Goes on with another text. */
    public Decision<Input, Handled> transform(String text) {
        return Decision.pass(new Input(text, images, source, streamingBehavior));
    }

    /** Goes on with another text and other images. */
    public Decision<Input, Handled> transform(String text, List<Content.Image> images) {
        return Decision.pass(new Input(text, images, source, streamingBehavior));
    }

    /** The hook dealt with it; the agent does nothing. */
    public Decision<Input, Handled> handled() {
        return Decision.stop(new Handled());
    }

    public record Handled() {}
}
