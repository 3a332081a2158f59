/**
 * Saves the files of a project before calls that can change them, and restores them. {@link CheckpointHook} decides
 * when to save, {@link Store} keeps snapshots in a git repository outside of the project, and {@code Rewind} is the
 * command that restores them.
 */
package dev.pawl.policy.checkpoint;
