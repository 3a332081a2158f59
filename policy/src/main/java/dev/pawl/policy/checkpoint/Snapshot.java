package dev.pawl.policy.checkpoint;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tree of files as it was once.
 *
 * @param tree its name in the store
 * @param nodes all of it, by path below the root; a folder comes before what is in it
 * @param named files that belong to it though they are ignored or large, because a call named them; null where there was
 *     none
 * @param left what is too large, or cannot be read, and is left out
 */
record Snapshot(String tree, NavigableMap<String, Node> nodes, Map<String, @Nullable Node> named, Set<String> left) {}
