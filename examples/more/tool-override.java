import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Wraps the read tool: files with secrets are not read, and all else goes to the built-in tool, drawing included. */
class ToolOverride implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> {
            var read = pi.builtins().read(ctx.project().cwd(), pi.builtins().localFiles());
            pi.tool(read.around((arguments, call, inner) -> {
                var path = arguments.string("path", "");
                return path.endsWith(".env") || path.endsWith(".pem")
                        ? ToolOutput.error(path + " holds secrets and is not read")
                        : inner.execute(arguments, call);
            }));
        });
    }
}
