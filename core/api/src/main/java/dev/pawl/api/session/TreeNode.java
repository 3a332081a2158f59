package dev.pawl.api.session;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An entry with what hangs below it. */
public record TreeNode(
        Entry entry,
        List<TreeNode> children,
        @Nullable String label,
        @Nullable Instant labelTimestamp) {}
