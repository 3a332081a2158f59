package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import java.util.List;

/**
 * The agent stopped working; these are the messages of this run. It may continue at once.
 *
 * @param messages the messages of this run
 * @param willRetry whether the request is made again, because the provider failed in a way that may pass
 */
public record AgentEnd(List<Message> messages, boolean willRetry) {}
