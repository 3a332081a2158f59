import module dev.pawl.api;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Hears everything, writes down what it heard, and brings commands that walk where prompts alone do not lead. */
class Everything implements Hook {
    private static final Path HEARD = Path.of(System.getenv("PAWL_TEST_HEARD"));

    public void install(Host pi) {
        for (var point : HookPoints.all()) {
            pi.onNamed(point.name(), (event, ctx) -> {
                write(point.name());
                return null;
            });
        }
        pi.tool(Tool.of(
                "todo",
                "Keeps a list",
                JsonObject.parse("{\"type\":\"object\",\"properties\":{}}"),
                (arguments, ctx) -> {
                    ctx.subagent(SubagentTask.of("Do the errand", List.of()), message -> {});
                    return ToolOutput.text("kept")
                            .withDetails(JsonObject.parse("{\"todos\":[{\"text\":\"more\",\"done\":false}]}"));
                }));
        pi.command("choose", "Changes the model, the level and the name", ctx -> {
            ctx.session().rename("wired");
            ctx.models().setThinkingLevel(ThinkingLevel.LOW);
            ctx.models().select(ctx.models().find("demo", "tour"));
            pi.mcpServer(new McpServer("files", JsonObject.parse("{\"command\":\"true\"}")));
            return Outcome.nothing();
        });
        pi.command("ask", "Asks the user", ctx -> {
            ctx.ui().confirm("Sure?", "Really?");
            return Outcome.nothing();
        });
        pi.command("back", "Goes back in the tree", ctx -> {
            ctx.navigateTree(ctx.session().branch().getFirst().id(), CommandContext.Navigation.plain());
            return Outcome.nothing();
        });
        pi.command("fork", "Starts another session from this one", ctx -> {
            var leaf = ctx.session().leafId();
            ctx.fork(leaf, CommandContext.ForkPosition.AT, CommandContext.Callback.nothing());
            return Outcome.nothing();
        });
        pi.command("fresh", "Starts another session", ctx -> {
            ctx.newSession(CommandContext.NewSession.plain());
            return Outcome.nothing();
        });
        pi.command("squeeze", "Compacts", ctx -> {
            var over = new java.util.concurrent.CountDownLatch(1);
            ctx.session().compact(new CompactOptions(null, result -> over.countDown(), error -> over.countDown()));
            over.await();
            return Outcome.nothing();
        });
    }

    private static synchronized void write(String name) throws java.io.IOException {
        Files.writeString(HEARD, name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
