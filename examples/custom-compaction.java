import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_COMPACT;

/** Has the model write another kind of summary when the conversation is compacted; keeps what would be kept anyway. */
class CustomCompaction implements Hook {
    private static final String INSTRUCTIONS = """
            Summarise the conversation below for the one who will go on with the work. Three lists, nothing else:
            what the user wants, what was decided and why, what is left to do. Name files by their paths.""";

    public void install(Host pi) {
        pi.on(SESSION_BEFORE_COMPACT, (compact, ctx) -> {
            var model = ctx.models().current();
            if (model == null || ctx.models().apiKey(model) == null) {
                return compact.proceed(); // The built-in summary is tried, and reports what is missing.
            }
            var question = Message.user(question(compact), System.currentTimeMillis());
            var answer = ctx.models().complete(model, ModelRequest.of(List.of(question)));
            return answer.stopReason() == StopReason.STOP && !answer.text().isBlank()
                    ? compact.summarizedAs(answer.text())
                    : compact.proceed();
        });
    }

    private static String question(SessionBeforeCompact compact) {
        var plan = compact.preparation();
        var question = new StringJoiner("\n\n").add(INSTRUCTIONS);
        if (compact.customInstructions() != null) {
            question.add("Above all: " + compact.customInstructions());
        }
        if (plan.previousSummary() != null) {
            question.add("What came before was summarised like this:\n" + plan.previousSummary());
        }
        Stream.concat(plan.messagesToSummarize().stream(), plan.turnPrefixMessages().stream())
                .forEach(message -> question.add(message.role() + ": " + message.text()));
        return question.toString();
    }
}
