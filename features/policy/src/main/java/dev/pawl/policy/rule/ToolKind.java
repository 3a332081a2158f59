package dev.pawl.policy.rule;

/** The kinds of tools that rules name. */
enum ToolKind {
    BASH,
    READ,
    EDIT,
    FETCH,
    OTHER;

    /** The kind of a tool. */
    static ToolKind of(String toolName) {
        return switch (toolName) {
            case "bash" -> BASH;
            case "read", "grep", "find", "ls" -> READ;
            case "write", "edit" -> EDIT;
            case "webfetch", "web_fetch", "fetch" -> FETCH;
            default -> OTHER;
        };
    }
}
