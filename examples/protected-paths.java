import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Keeps the write and edit tools away from secrets, git's own files, installed packages and the agent's own folders. */
class ProtectedPaths implements Hook {
    private static final Pattern PROTECTED =
            Pattern.compile("\\.env(\\..+)?|\\.git|\\.pi|node_modules", Pattern.CASE_INSENSITIVE);
    /** Some file systems take names with and without invisible characters for the same. */
    private static final Pattern UNSEEN = Pattern.compile("\\p{Cf}");

    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> switch (call.input()) {
            case ToolInput.Write(var path, _) when isProtected(call.target(), ctx) -> block(call, path, ctx);
            case ToolInput.Edit(var path, _) when isProtected(call.target(), ctx) -> block(call, path, ctx);
            default -> call.allow();
        });
        // A hook after this one may still have changed the path. Nothing changes it after this point.
        pi.on(TOOL_AUTHORIZE, (shown, ctx) -> switch (shown.call().input()) {
            case ToolInput.Write(var path, _) when isProtected(shown.call().target(), ctx) ->
                shown.block("Protected: " + path);
            case ToolInput.Edit(var path, _) when isProtected(shown.call().target(), ctx) ->
                shown.block("Protected: " + path);
            default -> shown.allow();
        });
    }

    /** Whether a folder on the way, or the file itself, has a protected name, or may have one besides the one shown. */
    private static boolean isProtected(CallFile file, HookContext ctx) {
        if (file == null || file.hasOtherNames()) {
            return true;
        }
        var project = CallFile.of(ctx.project().cwd()).path();
        var path = file.path().startsWith(project) ? project.relativize(file.path()) : file.path();
        for (var name : path) {
            var plain = UNSEEN.matcher(Normalizer.normalize(name.toString(), Normalizer.Form.NFKC)).replaceAll("");
            if (PROTECTED.matcher(plain).matches()) {
                return true;
            }
        }
        return false;
    }

    private static Decision<ToolCall, Block> block(ToolCall call, String path, HookContext ctx) {
        ctx.ui().notify("Blocked: " + path, Severity.WARNING);
        return call.block("Protected: " + path);
    }
}
