package dev.pawl.hooks;

import java.time.Duration;

/** A handler that the program is waiting for, and since when. */
public record Waiting(String hook, String point, Duration since) {}
