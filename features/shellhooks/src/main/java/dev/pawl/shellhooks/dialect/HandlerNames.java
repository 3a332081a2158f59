package dev.pawl.shellhooks.dialect;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a file of a dialect is laid out.
 *
 * @param command the names of the shell command
 * @param timeout the names of the time limit
 * @param types the types of handlers that are run here; {@code https} for web addresses that have to be encrypted
 * @param unsupported the types that the dialect knows and that are not run here
 * @param envFileAt the events whose hooks may write variables for later commands into a file
 * @param root the fields beside the hooks that a file may have; empty if any
 * @param typesAt the moments at which hooks of a type run; a type that is not named here runs at all
 */
public record HandlerNames(
        Layout layout,
        List<String> command,
        List<String> timeout,
        Set<String> types,
        Set<String> unsupported,
        Set<Moment> envFileAt,
        Set<String> root,
        Map<String, Set<Moment>> typesAt) {
    HandlerNames(
            Layout layout,
            List<String> command,
            List<String> timeout,
            Set<String> types,
            Set<String> unsupported,
            Set<Moment> envFileAt,
            Set<String> root) {
        this(layout, command, timeout, types, unsupported, envFileAt, root, Map.of());
    }

    /** Whether hooks of a type run at a moment. */
    public boolean runs(String type, Moment moment) {
        var moments = typesAt.get(type);
        return moments == null || moments.contains(moment);
    }

    /** Where the hooks of a file stand. */
    public enum Layout {
        /** An event holds groups of a matcher and handlers. */
        GROUPS,
        /** An event holds handlers. */
        HANDLERS,
        /** A list holds handlers that name their event; texts in it name hooks of other kinds. */
        LIST,
        /** There is no such file: each file of a folder is a script for the tool that it is called after. */
        SCRIPTS
    }
}
