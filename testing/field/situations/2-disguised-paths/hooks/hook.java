import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Keeps the file secrets/key.txt from the tool that reads files. */
class Gate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            return call.input() instanceof ToolInput.Read && isSecret(call.target(), ctx) ? call.block("Secret") : call.allow();
        });
    }

    private static boolean isSecret(CallFile file, HookContext ctx) {
        return file == null
                || file.hasOtherNames()
                || file.path().equals(CallFile.of(ctx.project().cwd().resolve("secrets/key.txt")).path());
    }
}
