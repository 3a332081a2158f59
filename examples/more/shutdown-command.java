import module dev.pawl.api;

/** Ends the program: /leave for you, and a tool for the model when its work is done. */
class ShutdownCommand implements Hook {
    public void install(Host pi) {
        pi.command("leave", "End the program", ctx -> {
            ctx.project().shutdown();
            return Outcome.nothing();
        });
        var none = JsonObject.of("type", "object", "properties", JsonObject.empty());
        pi.tool(Tool.of("finish_and_exit", "End the program when all work is done", none, (_, _) -> {
            pi.context().project().shutdown();
            return ToolOutput.text("The program ends.").terminating();
        }));
    }
}
