import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Asks before a shell command that could do lasting harm, or cannot be read for certain; blocks it where there is no user to ask. */
class PermissionGate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> switch (call.input()) {
            case ToolInput.Bash(var command, _) when !isHarmless(call.commands()) -> ask(call, command, ctx);
            default -> call.allow();
        });
    }

    private static boolean isHarmless(ShellLine line) {
        return line.understood() && line.commands().stream().noneMatch(PermissionGate::isDangerous);
    }

    private static boolean isDangerous(ShellLine.Command command) {
        return switch (command.program()) {
            case "rm" -> command.hasWord("-[^-]*[rR].*|--r.*");
            case "find" -> command.hasWord("-(delete|exec|ok|fprint|fls).*");
            case "git" -> command.hasWord("push") && command.hasWord("-[^-]*f.*|--f.*|--mirror|\\+.*");
            case "sudo", "doas", "su", "sh", "bash", "dash", "zsh", "busybox", "eval", "env", "exec", "command", "xargs", "parallel",
                    "timeout", "nohup", "nice", "ionice", "setsid", "stdbuf", "watch" -> true;
            default -> false;
        };
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
