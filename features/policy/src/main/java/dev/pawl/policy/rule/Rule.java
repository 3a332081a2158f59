package dev.pawl.policy.rule;

import org.jspecify.annotations.Nullable;

/**
 * One rule as it is written.
 *
 * @param text the rule, {@code Bash(git push *)}
 * @param source the file that contains it
 * @param tool the tools that it applies to
 * @param path the files; null if it is not about files
 * @param command the command lines; null if it is not about them
 * @param domain the host; null if it is not about one
 * @param reach the tool that a script may call; null if it is not about one
 */
record Rule(
        String text,
        String source,
        ToolKind tool,
        String name,
        @Nullable PathPattern path,
        @Nullable CommandPattern command,
        @Nullable String domain,
        @Nullable String reach) {
    /** A rule about calls themselves. */
    Rule(
            String text,
            String source,
            ToolKind tool,
            String name,
            @Nullable PathPattern path,
            @Nullable CommandPattern command,
            @Nullable String domain) {
        this(text, source, tool, name, path, command, domain, null);
    }

    /** Whether it applies to every call of its tools. */
    boolean isWhole() {
        return path == null && command == null && domain == null && reach == null;
    }

    @Override
    public String toString() {
        return text;
    }
}
