import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TURN_END;

/** Compacts the conversation when it grows beyond a number of tokens (--compact-above N), or on /trigger-compact. */
class TriggerCompact implements Hook {
    private long before;

    public void install(Host pi) {
        pi.flag(new Flag.Text("compact-above", "Compact above this many tokens", "100000"));
        pi.on(TURN_END, (turn, ctx) -> {
            var usage = ctx.session().contextUsage();
            if (usage != null && usage.tokens() != null) {
                var limit = Long.parseLong(String.valueOf(pi.flagValue("compact-above")));
                boolean crossed = before <= limit && usage.tokens() > limit;
                before = usage.tokens();
                if (crossed) {
                    ctx.session().compact(CompactOptions.DEFAULT);
                }
            }
            return turn;
        });
        pi.command("trigger-compact", "Compact now", ctx -> {
            ctx.session().compact(CompactOptions.DEFAULT);
            return Outcome.nothing();
        });
    }
}
