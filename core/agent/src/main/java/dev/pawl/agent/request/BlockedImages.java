package dev.pawl.agent.request;

import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.List;

/** The messages of a request with a note in place of each image, for users who do not want images sent. */
public final class BlockedImages {
    static final String NOTE = "[image left out: the settings do not let images be sent]";

    private BlockedImages() {}

    public static List<Message> of(List<Message> messages) {
        return messages.stream().map(BlockedImages::of).toList();
    }

    private static Message of(Message message) {
        if (message instanceof Message.User user && holdsImage(user.content().blocks())) {
            return user.withContent(Body.of(noted(user.content().blocks())));
        }
        return message instanceof Message.ToolResult result && holdsImage(result.content())
                ? result.withContent(noted(result.content()))
                : message;
    }

    private static boolean holdsImage(List<Content> blocks) {
        return blocks.stream().anyMatch(Content.Image.class::isInstance);
    }

    /** Images that stand next to each other are noted once. */
    private static List<Content> noted(List<Content> blocks) {
        var noted = new ArrayList<Content>(blocks.size());
        boolean afterImage = false;
        for (var block : blocks) {
            boolean image = block instanceof Content.Image;
            if (!image) {
                noted.add(block);
            } else if (!afterImage) {
                noted.add(Content.text(NOTE));
            }
            afterImage = image;
        }
        return noted;
    }
}
