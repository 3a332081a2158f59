package dev.pawl.api.event;

/** Nothing is left to do. What hooks ask for here runs after all handlers. */
public record AgentSettled(boolean aborted) {}
