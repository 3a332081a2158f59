import module dev.pawl.api;

/** Lets the model ask the user, with answers to choose from or without, instead of guessing. */
class AskUser implements Hook {
    private static final String DESCRIPTION = """
            Ask the user a question and wait for the answer. Use it when the task can be understood in several ways
            and the difference matters, not for what you can find out yourself.""";

    private static final String OTHER = "Something else …";

    record Question(
            String question,
            @About("answers to choose from; the user may also give another one") @Nullable List<String> options) {}

    public void install(Host pi) {
        // One question at a time; and asking changes nothing, so it is allowed where only reading is.
        pi.tool(Tool.of("ask_user", DESCRIPTION, Question.class, AskUser::ask)
                .with(tool -> tool.label("Question")
                        .sequential()
                        .annotations(new ToolTraits.Annotations(true, false, false, false))));
    }

    private static ToolOutput ask(Question question, ToolContext ctx) throws Exception {
        if (!ctx.ui().hasUser()) {
            return ToolOutput.error("There is no user to answer. Decide for yourself, and name what you assumed.");
        }
        return answer(question, ctx.ui())
                .filter(answer -> !answer.isBlank())
                .map(ToolOutput::text)
                .orElseGet(() -> ToolOutput.text("The user did not answer.").terminating());
    }

    private static Optional<String> answer(Question question, Ui ui) throws Exception {
        if (!question.options().isEmpty()) {
            var options = new ArrayList<>(question.options());
            options.add(OTHER);
            var chosen = ui.select(question.question(), options);
            if (chosen.isEmpty() || !chosen.get().equals(OTHER)) {
                return chosen;
            }
        }
        return ui.input(question.question(), "");
    }
}
