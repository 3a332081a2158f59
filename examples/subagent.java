import module dev.pawl.api;

/** Lets the model hand a task to an agent with a conversation of its own; what holds for the one holds for the other. */
class Subagent implements Hook {
    private static final String DESCRIPTION = """
            Hand a task to another agent and get its report. It starts with an empty conversation, so give it all it
            needs to know. Use it for work that reads a lot to find out little. Several calls run side by side.""";

    private static final String INSTRUCTIONS = """
            You work for another agent, which reads only your last message. Do what you are asked, nothing else, and end
            with a report: what you found or did, with the paths of the files, and what is left open.""";

    record Task(
            @About("what to do, and what must be known for it") String task,
            @About("whether it may change files and run commands; otherwise it only reads") @Nullable Boolean writes) {}

    public void install(Host pi) {
        pi.tool(Tool.of("subagent", DESCRIPTION, Task.class, Subagent::delegate)
                .with(tool -> tool.label("Subagent").promptSnippet("Hand a task to another agent")));
    }

    private static ToolOutput delegate(Task task, ToolContext ctx) throws Exception {
        var work = SubagentTask.of(task.task(), tools(task, ctx)).withInstructions(INSTRUCTIONS);
        var answer = ctx.subagent(work, message -> show(message, ctx));
        if (answer.isError()) {
            return ToolOutput.error("The agent did not finish: " + answer.error() + "\n\n" + answer.text());
        }
        // The model reads the report; the whole conversation is kept beside it.
        var messages = answer.messages().stream().map(Message::toJson).toList();
        return ToolOutput.text(answer.text()).withDetails(JsonObject.of("messages", messages));
    }

    private static List<String> tools(Task task, ToolContext ctx) {
        return ctx.callableTools().stream()
                .filter(tool -> Boolean.TRUE.equals(task.writes()) || tool.traits().annotations().readOnly())
                .map(ToolInfo::name)
                .filter(name -> !name.equals("subagent"))
                .toList();
    }

    /** While it works, the screen shows what it is doing. */
    private static void show(Message message, ToolContext ctx) {
        if (message instanceof Message.Assistant answer) {
            answer.toolCalls().forEach(call -> ctx.update(ToolOutput.text(call.name() + " " + call.arguments())));
        }
    }
}
