package dev.pawl.ai.http;

import dev.pawl.ai.wire.ImageNotes;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.base.Identity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A conversation as one model can read it.
 *
 * <p>What another model thought and failed answers are left out, every call gets a result, and images
 * become a note where the model takes none.
 */
final class ReadableMessages {
    private static final String NO_IMAGE = "[image left out: this model reads no images]";
    private static final String NO_RESULT = "No result provided";

    private final Model model;
    private final ToolIds ids;
    private final List<Message> readable = new ArrayList<>();
    private final Map<String, Content.ToolUse> open = new LinkedHashMap<>();
    private long timestamp;

    private ReadableMessages(Model model) {
        this.model = model;
        this.ids = new ToolIds(model.api());
    }

    /** Returns the messages for a model. */
    static List<Message> of(Model model, List<? extends Message> messages) {
        var made = new ReadableMessages(model);
        resultsFirst(messages).forEach(made::take);
        made.closeCalls();
        return made.readable;
    }

    /**
     * Returns the messages with the results of an answer directly behind it, as providers want them. Others can stand between: a change
     * of the prompt and, after a crash, what the user ran before the results were found out.
     */
    private static List<? extends Message> resultsFirst(List<? extends Message> messages) {
        var ordered = new ArrayList<Message>(messages.size());
        var others = new ArrayList<Message>();
        for (var message : messages) {
            if (message instanceof Message.Assistant) {
                ordered.addAll(others);
                others.clear();
                ordered.add(message);
            } else if (message instanceof Message.ToolResult) {
                ordered.add(message);
            } else {
                others.add(message);
            }
        }
        ordered.addAll(others);
        return ordered;
    }

    private void take(Message message) {
        timestamp = message.timestamp();
        if (message instanceof Message.Assistant answer) {
            closeCalls();
            if (answer.stopReason() != StopReason.ERROR && answer.stopReason() != StopReason.ABORTED) {
                answer(answer);
            }
        } else if (message instanceof Message.ToolResult result) {
            result(result);
        } else if (message instanceof Message.SystemPrompt) {
            closeCalls();
            readable.add(message);
        } else if (message instanceof Message.User user) {
            closeCalls();
            var content = seen(user.content());
            readable.add(content == user.content() ? user : user.withContent(content));
        } else if (message instanceof Message.Custom custom) {
            closeCalls();
            readable.add(new Message.User(seen(custom.content()), custom.timestamp(), JsonObject.empty()));
        } else if (!message.text().isBlank()) {
            closeCalls();
            readable.add(Message.user(message.text(), message.timestamp()));
        }
    }

    private void answer(Message.Assistant answer) {
        boolean own = answer.provider().equals(model.provider())
                && answer.api().equals(model.api())
                && answer.model().equals(model.id());
        var content = new ArrayList<Content>(answer.content().size());
        for (var block : answer.content()) {
            var kept = own ? ownBlock(block) : foreignBlock(block);
            if (kept != null) {
                content.add(kept);
            }
            if (kept instanceof Content.ToolUse call) {
                open.put(call.id(), call);
            }
        }
        // The same message where nothing changed: what it becomes is known from the requests before.
        readable.add(Identity.sameElements(content, answer.content()) ? answer : answer.withContent(content));
    }

    private @Nullable Content ownBlock(Content block) {
        if (block instanceof Content.ToolUse call) {
            ids.keep(call.id());
        }
        boolean empty = block instanceof Content.Thinking thinking
                && thinking.thinking().isBlank()
                && thinking.signature() == null;
        return empty ? null : block;
    }

    /** Only its author can check a signature, and what another model thought is nothing that this one said. */
    private @Nullable Content foreignBlock(Content block) {
        if (block instanceof Content.Thinking) {
            return null;
        }
        if (block instanceof Content.ToolUse call) {
            return Content.ToolUse.of(ids.rename(call.id()), call.name(), call.arguments());
        }
        return block instanceof Content.Text text ? Content.text(text.text()) : block;
    }

    /** A result that belongs to no call is left out: providers refuse a conversation with one. */
    private void result(Message.ToolResult result) {
        var id = ids.known(result.toolCallId());
        if (open.remove(id) == null) {
            return;
        }
        var content = seen(result.content());
        boolean changed = content != result.content() || !id.equals(result.toolCallId());
        readable.add(
                changed
                        ? new Message.ToolResult(
                                id,
                                result.toolName(),
                                content,
                                result.details(),
                                result.isError(),
                                result.usage(),
                                result.timestamp(),
                                result.extra())
                        : result);
    }

    private void closeCalls() {
        for (var call : open.values()) {
            readable.add(new Message.ToolResult(
                    call.id(),
                    call.name(),
                    List.of(Content.text(NO_RESULT)),
                    null,
                    true,
                    null,
                    timestamp,
                    JsonObject.empty()));
        }
        open.clear();
    }

    private Body seen(Body body) {
        var blocks = seen(body.blocks());
        return blocks == body.blocks() ? body : new Body(blocks, body.plain());
    }

    private List<Content> seen(List<Content> blocks) {
        return model.input().contains(Model.Medium.IMAGE) ? blocks : ImageNotes.in(blocks, NO_IMAGE);
    }
}
