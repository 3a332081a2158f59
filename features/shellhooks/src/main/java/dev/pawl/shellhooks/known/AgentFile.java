package dev.pawl.shellhooks.known;

import java.util.Map;

/**
 * A file, or the files of one kind, that another agent reads.
 *
 * @param agent the name that users know the agent by
 * @param root where the path begins
 * @param path the path from there; {@code *} stands for one name, or for a part of one
 * @param fields the fields at the top of the file, each with its fate; empty if they are not looked at
 */
public record AgentFile(String agent, Root root, String path, Fate fate, Map<String, Fate> fields) {
    /** Where a path begins. */
    public enum Root {
        /** The root of the file system, where an organisation's files are. */
        SYSTEM,
        HOME,
        PROJECT
    }
}
