package dev.pawl.agent.setup;

import dev.pawl.api.event.Input;
import dev.pawl.api.message.Content;
import dev.pawl.api.value.Delivery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message to the agent.
 *
 * @param streamingBehavior how it is queued if the agent is at work; null refuses it then
 * @param expand whether commands, skills and templates in it are followed
 */
public record Prompt(
        String text,
        List<Content.Image> images,
        Input.Source source,
        Delivery.@Nullable As streamingBehavior,
        boolean expand) {
    public Prompt {
        images = List.copyOf(images);
    }

    /** Returns what a user types. */
    public static Prompt of(String text) {
        return new Prompt(text, List.of(), Input.Source.INTERACTIVE, null, true);
    }

    public Prompt withText(String text) {
        return new Prompt(text, images, source, streamingBehavior, expand);
    }

    public Prompt withImages(List<Content.Image> images) {
        return new Prompt(text, images, source, streamingBehavior, expand);
    }

    public Prompt from(Input.Source source) {
        return new Prompt(text, images, source, streamingBehavior, expand);
    }

    public Prompt queuedAs(Delivery.@Nullable As behavior) {
        return new Prompt(text, images, source, behavior, expand);
    }

    public Prompt verbatim() {
        return new Prompt(text, images, source, streamingBehavior, false);
    }
}
