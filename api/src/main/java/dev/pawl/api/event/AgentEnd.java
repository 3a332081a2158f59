package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import java.util.List;

/** The agent stopped working; these are the messages of this run. It may go on at once. */
public record AgentEnd(List<Message> messages, boolean willRetry) {}
