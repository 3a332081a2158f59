/**
 * Makes a git working tree for one session, and moves one to another machine. {@link OwnWorktree} serves
 * {@code --worktree}, {@link Worktree} the sessions of a fleet, and {@link PackedTree} is a tree as one file.
 */
package dev.pawl.fleet.worktree;
