package dev.pawl.api.event;

/**
 * Nothing is left to do. What hooks ask for here runs after all handlers.
 *
 * @param aborted whether the user or a hook ended the run
 */
public record AgentSettled(boolean aborted) {}
