import module dev.pawl.api;
import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.MODEL_SELECT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TURN_END;

/** Shows in the footer how many turns there were, which model is in use and how full its window is. */
class StatusLine implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> show(ctx));
        pi.on(TURN_END, (turn, ctx) -> {
            show(ctx);
            return turn;
        });
        pi.on(AGENT_END, (_, ctx) -> show(ctx));
        pi.on(MODEL_SELECT, (_, ctx) -> show(ctx));
    }

    private static void show(HookContext ctx) {
        var model = ctx.models().current();
        var parts = List.of(turns(ctx.session()), model == null ? "no model" : model.id(), fill(ctx.session().contextUsage()));
        ctx.ui().setStatus("status-line", String.join(" · ", parts));
    }

    /** Counted on the branch, so that it is right after a resume or a move in the tree, too. */
    private static String turns(SessionView session) {
        var turns = session.branch().stream()
                .filter(entry -> entry instanceof Entry.MessageEntry(_, Message.Assistant _, _))
                .count();
        return turns == 1 ? "1 turn" : turns + " turns";
    }

    private static String fill(@Nullable ContextUsage usage) {
        return usage == null || usage.percent() == null ? "context ?" : "context %.0f%%".formatted(usage.percent());
    }
}
