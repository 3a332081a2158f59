import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Asks before a shell command that is not known to be harmless; blocks it where there is no user to ask. */
class PermissionGate implements Hook {
    /** Programs that only read, whatever their options are. */
    private static final Set<String> READING =
            Set.of("basename", "cat", "cd", "cut", "dirname", "du", "echo", "grep", "head", "ls", "pwd", "stat", "tail", "wc");

    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> switch (call.input()) {
            case ToolInput.Bash(var command, _) when !isHarmless(call.commands()) -> ask(call, command, ctx);
            default -> call.allow();
        });
    }

    private static boolean isHarmless(ShellLine line) {
        return line.understood()
                && line.commands().stream().allMatch(each -> READING.contains(each.words().getFirst()) && each.writes().isEmpty());
    }

    private static Decision<ToolCall, Block> ask(ToolCall call, String command, HookContext ctx) throws Exception {
        if (!ctx.ui().hasUser()) {
            return call.block("Dangerous command, and there is no user to allow it");
        }
        return ctx.ui().confirm("Dangerous command", "Allow: " + command + "?")
                ? call.allow()
                : call.block("Blocked by user");
    }
}
