package dev.pawl.policy.rule;

import org.jspecify.annotations.Nullable;

/**
 * One rule as it is written.
 *
 * @param text the rule, {@code Bash(git push *)}
 * @param source the file it stands in
 * @param tool which tools it is about
 * @param path which files; null where it is not about files
 * @param command which command lines; null where it is not about them
 * @param domain which host; null where it is not about one
 */
record Rule(
        String text,
        String source,
        ToolKind tool,
        String name,
        @Nullable PathPattern path,
        @Nullable CommandPattern command,
        @Nullable String domain) {

    /** Whether it is about every call of its tools. */
    boolean isWhole() {
        return path == null && command == null && domain == null;
    }

    @Override
    public String toString() {
        return text;
    }
}
