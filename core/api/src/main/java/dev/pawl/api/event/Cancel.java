package dev.pawl.api.event;

/** A hook called something off. */
public record Cancel() {}
