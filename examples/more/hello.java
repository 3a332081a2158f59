import module dev.pawl.api;

/** Gives the model a tool that greets. */
class Hello implements Hook {
    record Arguments(@About("Whom to greet") String name) {}

    public void install(Host pi) {
        pi.tool(Tool.of("hello", "Greet someone by name", Arguments.class, (arguments, _) ->
                ToolOutput.text("Hello, " + arguments.name() + "!")));
    }
}
