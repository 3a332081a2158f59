import module dev.pawl.api;

/** /summarize asks the model for a summary and shows it in place of the editor; the session does not change. */
class Summarize implements Hook {
    public void install(Host pi) {
        pi.command("summarize", "Sum up the conversation", Summarize::summarize);
    }

    private static Outcome summarize(CommandContext ctx) throws Exception {
        var model = ctx.models().current();
        var said = ctx.messages().list().stream()
                .filter(message -> !message.text().isBlank())
                .map(message -> message.role() + ": " + message.text())
                .collect(Collectors.joining("\n\n"));
        if (model == null || said.isEmpty()) {
            return Outcome.status(model == null ? "Choose a model first" : "Nothing was said yet");
        }
        var task = Message.user("Sum this up, so that one can go on later: goals, decisions, open questions.\n\n" + said,
                System.currentTimeMillis());
        var answer = ctx.models().complete(model, ModelRequest.of(List.of(task)));
        if (answer.stopReason() != StopReason.STOP) {
            return Outcome.status("The model did not answer. " + answer.errorMessage());
        }
        ctx.ui().<Boolean>custom((_, theme, _, done) -> new Page(answer.text(), theme, done));
        return Outcome.nothing();
    }

    /** The text, cut to the width; any key closes it. */
    private record Page(String text, Theme theme, DialogFactory.Done<Boolean> done) implements Component {
        @Override
        public List<String> render(int width) {
            var lines = new ArrayList<>(List.of(theme.fg("accent", "Summary")));
            text.lines().map(line -> line.length() > width ? line.substring(0, width) : line).forEach(lines::add);
            return lines;
        }

        @Override
        public boolean focusable() {
            return true;
        }

        @Override
        public void handleInput(String data) {
            done.done(true);
        }
    }
}
