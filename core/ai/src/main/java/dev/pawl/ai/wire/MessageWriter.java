package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the messages of a conversation in the words of one API. A subclass has the words; what they became in an earlier
 * request is not written again.
 */
public abstract class MessageWriter {
    protected final Question question;

    protected MessageWriter(Question question) {
        this.question = question;
    }

    /** Writes what the user sent. */
    protected List<JsonObject> user(Message.User user) {
        return seen(user.content().blocks());
    }

    /**
     * Writes an answer of the model.
     *
     * @param place the place of the message in the conversation
     */
    protected abstract List<JsonObject> answer(Message.Assistant answer, int place);

    /** Writes what a tool returned. */
    protected abstract JsonObject result(Message.ToolResult result);

    protected abstract JsonObject text(String text);

    protected abstract JsonObject image(Content.Image image);

    /** Returns whether a text is sent; providers refuse empty ones. */
    protected boolean isSent(String text) {
        return !text.isBlank();
    }

    /** Returns a message in the words of the API, written once for all requests with it. */
    protected final List<JsonObject> written(Message message, int place) {
        if (message instanceof Message.Assistant answer) {
            return question.encoded(answer, place, () -> answer(answer, place));
        }
        if (message instanceof Message.User user) {
            return question.encoded(user, () -> user(user));
        }
        return message instanceof Message.ToolResult result
                ? question.encoded(result, () -> List.of(result(result)))
                : List.of();
    }

    /** Returns texts and images, which is all that models see. */
    protected final List<JsonObject> seen(List<Content> content) {
        var blocks = new ArrayList<JsonObject>(content.size());
        for (var block : content) {
            if (block instanceof Content.Text text && isSent(text.text())) {
                blocks.add(text(text.text()));
            } else if (block instanceof Content.Image image) {
                blocks.add(image(image));
            }
        }
        return blocks;
    }

    /** Returns the images. */
    protected final List<JsonObject> images(List<Content> content) {
        var images = new ArrayList<JsonObject>();
        for (var block : content) {
            if (block instanceof Content.Image image) {
                images.add(image(image));
            }
        }
        return images;
    }
}
