import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Asks before a shell command that could do lasting harm, and blocks it where there is no user to ask. */
class PermissionGate implements Hook {
    private static final Pattern DANGEROUS = Pattern.compile(
            "\\brm\\s+(-\\S+\\s+)*(-\\w*r|--recursive)|\\bsudo\\b|\\bgit\\s+push\\b.*(-f\\b|--force)",
            Pattern.CASE_INSENSITIVE);

    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> switch (call.input()) {
            case ToolInput.Bash(var command, _) when DANGEROUS.matcher(command).find() -> ask(call, command, ctx);
            default -> call.allow();
        });
    }

    private static Decision<ToolCall, Block> ask(ToolCall call, String command, HookContext ctx) throws Exception {
        if (!ctx.hasUi()) {
            return call.block("Dangerous command, and there is no user to allow it");
        }
        return ctx.ui().confirm("Dangerous command", "Allow: " + command + "?")
                ? call.allow()
                : call.block("Blocked by user");
    }
}
