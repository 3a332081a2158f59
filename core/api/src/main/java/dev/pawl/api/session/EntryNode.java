package dev.pawl.api.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where an entry hangs in the tree of a session, and since when. */
public record EntryNode(String id, @Nullable String parentId, Instant timestamp) {}
