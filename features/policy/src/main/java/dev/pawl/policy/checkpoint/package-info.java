/**
 * Saves the files of a project before calls that can change them, and restores them. {@link CheckpointHook} decides
 * when to save, {@link Store} keeps snapshots in a git repository outside of the project, and {@code Rewind} is the
 * command that restores them. The repository of the user is neither read nor changed by git, and git is not started
 * if no file changed.
 */
package dev.pawl.policy.checkpoint;
