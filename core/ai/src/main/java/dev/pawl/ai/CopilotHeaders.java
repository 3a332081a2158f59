package dev.pawl.ai;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What GitHub Copilot wants to know of a request: who made it, and whether there are images in it. */
final class CopilotHeaders {
    private CopilotHeaders() {}

    static Map<String, String> of(List<Message> messages) {
        var headers = new LinkedHashMap<String, String>();
        boolean byUser = messages.isEmpty() || messages.getLast() instanceof Message.User;
        headers.put("X-Initiator", byUser ? "user" : "agent");
        headers.put("Openai-Intent", "conversation-edits");
        if (messages.stream().anyMatch(CopilotHeaders::hasImage)) {
            headers.put("Copilot-Vision-Request", "true");
        }
        return headers;
    }

    private static boolean hasImage(Message message) {
        var content = message instanceof Message.User user
                ? user.content().blocks()
                : message instanceof Message.ToolResult result ? result.content() : List.<Content>of();
        return content.stream().anyMatch(Content.Image.class::isInstance);
    }
}
