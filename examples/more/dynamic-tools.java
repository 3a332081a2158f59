import module dev.pawl.api;

/** Adds tools while the session runs: /add-tool NAME TEXT makes one that answers with the text. */
class DynamicTools implements Hook {
    public void install(Host pi) {
        pi.command("add-tool", "Add a tool: /add-tool NAME TEXT", ctx -> {
            if (ctx.args().size() < 2) {
                return Outcome.status("Usage: /add-tool NAME TEXT");
            }
            var name = ctx.args().getFirst();
            var text = String.join(" ", ctx.args().subList(1, ctx.args().size()));
            var none = JsonObject.of("type", "object", "properties", JsonObject.empty());
            pi.tool(Tool.of(name, "Answers with a text of the user's", none, (_, _) -> ToolOutput.text(text)));
            return Outcome.status("Added the tool " + name);
        });
    }
}
