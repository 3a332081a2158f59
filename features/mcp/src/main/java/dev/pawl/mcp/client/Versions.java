package dev.pawl.mcp.client;

import java.util.List;

/** The supported versions of the protocol. */
public final class Versions {
    /** The first one without a handshake: every request names the client. */
    public static final String STATELESS = "2026-07-28";
    /** The newest one with a handshake. */
    public static final String STATEFUL = "2025-11-25";

    /** All that have a handshake, newest first. */
    public static final List<String> KNOWN_STATEFUL = List.of(STATEFUL, "2025-06-18", "2025-03-26", "2024-11-05");

    private Versions() {}
}
