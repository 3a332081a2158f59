import module dev.pawl.api;

/** Goes on in a fresh session: /handoff GOAL takes along what the goal needs to know, and nothing else. */
class Handoff implements Hook {
    public void install(Host pi) {
        pi.command("handoff", "Start a new session for a goal, with what it needs from this one", Handoff::handOff);
    }

    private static Outcome handOff(CommandContext ctx) throws Exception {
        var goal = ctx.argsRaw().strip();
        var model = ctx.models().current();
        if (goal.isEmpty() || model == null) {
            return Outcome.status(goal.isEmpty() ? "Name what to go on with: /handoff GOAL" : "Choose a model first");
        }
        ctx.waitForIdle();
        var answer = ctx.models().complete(model, ModelRequest.of(List.of(user(question(goal, ctx)))));
        if (answer.stopReason() != StopReason.STOP || answer.text().isBlank()) {
            return Outcome.status("Still here: the model did not write down what is known. " + answer.errorMessage());
        }
        ctx.newSession(new CommandContext.NewSession(
                ctx.session().file(),
                session -> session.append(user(answer.text())),
                fresh -> fresh.messages().sendUser(goal)));
        return Outcome.nothing();
    }

    private static String question(String goal, HookContext ctx) {
        return ctx.messages().list().stream()
                .map(message -> message.role() + ": " + message.text())
                .collect(Collectors.joining("\n\n", "Write down what must be known of this to " + goal + ":\n\n", ""));
    }

    private static Message user(String text) {
        return Message.user(text, System.currentTimeMillis());
    }
}
