package dev.pawl.shellhooks.dialect;

import java.util.List;
import java.util.Set;

/**
 * How a file of a dialect is laid out.
 *
 * @param grouped whether an event holds groups of a matcher and handlers, and not the handlers themselves
 * @param command the names of the shell command
 * @param timeout the names of the time limit
 * @param types the types of handlers that are run here
 * @param unsupported the types that the dialect knows and that are not run here
 * @param envFileAt the events whose hooks may write variables for later commands into a file
 * @param root the fields beside the hooks that a file may have; empty if any
 */
public record HandlerNames(
        boolean grouped,
        List<String> command,
        List<String> timeout,
        Set<String> types,
        Set<String> unsupported,
        Set<Moment> envFileAt,
        Set<String> root) {}
