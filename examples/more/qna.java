import module dev.pawl.api;

/** /qna puts the questions of the last answer into the editor, with room for what you answer. */
class Qna implements Hook {
    private static final String TASK = """
        List the questions in the text below that wait for an answer: each on a line that begins with "Q: ", followed by a
        line "A: ". Write nothing else.

        """;

    public void install(Host pi) {
        pi.command("qna", "Put the questions of the last answer into the editor", Qna::extract);
    }

    private static Outcome extract(CommandContext ctx) throws Exception {
        var model = ctx.models().current();
        var last = ctx.messages().list().reversed().stream()
                .filter(message -> message instanceof Message.Assistant && !message.text().isBlank())
                .findFirst();
        if (model == null || last.isEmpty()) {
            return Outcome.status(model == null ? "Choose a model first" : "There is no answer yet");
        }
        var task = Message.user(TASK + last.get().text(), System.currentTimeMillis());
        var answer = ctx.models().complete(model, ModelRequest.of(List.of(task)));
        if (answer.stopReason() != StopReason.STOP) {
            return Outcome.status("The model did not answer. " + answer.errorMessage());
        }
        ctx.ui().setEditorText(answer.text());
        return Outcome.status("Fill in the answers and send them");
    }
}
