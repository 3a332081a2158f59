/**
 * Replaces the older part of a conversation by a summary that a model writes. {@link Compactor} carries one
 * compaction out, {@link CutPoint} chooses where to cut, and {@link Summariser} asks the model.
 */
package dev.pawl.agent.compaction;
