package dev.pawl.policy.shell;

/** A variable that is set, for the shell or for one command. */
public record Assignment(String name, Word value) {}
