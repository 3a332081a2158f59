package dev.pawl.api.event;

/** The agent starts to work. */
public record AgentStart() {}
