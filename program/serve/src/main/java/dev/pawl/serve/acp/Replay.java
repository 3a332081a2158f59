package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sends an earlier conversation to the client. */
final class Replay {
    private final Channel channel;
    private final ToolCalls calls;
    private int messages;

    Replay(Channel channel, ToolCalls calls) {
        this.channel = channel;
        this.calls = calls;
    }

    void send(List<Message> conversation) {
        Map<String, Message.ToolResult> results = new HashMap<>();
        for (var message : conversation) {
            if (message instanceof Message.ToolResult result) {
                results.put(result.toolCallId(), result);
            }
        }
        conversation.forEach(message -> send(message, results));
    }

    private void send(Message message, Map<String, Message.ToolResult> results) {
        messages++;
        switch (message) {
            case Message.User user -> user.content().blocks().forEach(block -> chunk("user_message_chunk", block));
            case Message.Assistant answer ->
                answer.content().forEach(block -> {
                    switch (block) {
                        case Content.Thinking thought -> chunk("agent_thought_chunk", Content.text(thought.thinking()));
                        case Content.ToolUse use -> {
                            var result = results.get(use.id());
                            calls.replay(
                                    use, result == null ? null : result.content(), result != null && result.isError());
                        }
                        default -> chunk("agent_message_chunk", block);
                    }
                });
            case Message.Custom custom -> {
                if (custom.display()) {
                    chunk("agent_message_chunk", Content.text(custom.text()));
                }
            }
            case Message.CompactionSummary summary -> chunk("agent_thought_chunk", Content.text(summary.summary()));
            case Message.BranchSummary summary -> chunk("agent_thought_chunk", Content.text(summary.summary()));
            case Message.BashExecution command ->
                chunk("user_message_chunk", Content.text("! " + command.command() + "\n" + command.output()));
            default -> {}
        }
    }

    private void chunk(String kind, Content block) {
        var json = Blocks.of(block);
        boolean empty = block instanceof Content.Text(var text, _, _) && text.isEmpty();
        if (json != null && !empty) {
            channel.replay(kind, JsonObject.of("content", json, "messageId", "earlier-" + messages));
        }
    }
}
