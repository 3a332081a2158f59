import module dev.pawl.api;

/** Has the model end its run with an answer of a fixed form, which programs can read from the details. */
class StructuredOutput implements Hook {
    record Answer(
            @About("One sentence") String headline,
            @About("What is to be done, one each") List<String> actions) {}

    public void install(Host pi) {
        pi.tool(Tool.of("structured_output", "Give the final answer; call it last", Answer.class, (answer, _) ->
                        ToolOutput.text(answer.headline()).withDetails(answer).terminating())
                .with(tool -> tool.promptGuidelines(List.of("End with structured_output instead of a text."))));
    }
}
