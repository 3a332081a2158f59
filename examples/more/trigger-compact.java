import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TURN_END;

/** Compacts the conversation when it has more tokens than a limit: --compact-above N. */
class TriggerCompact implements Hook {
    public void install(Host pi) {
        pi.flag(new Flag.Text("compact-above", "Compact above this many tokens", "100000"));
        pi.on(TURN_END, (turn, ctx) -> {
            var usage = ctx.contextUsage();
            var limit = Long.parseLong(String.valueOf(pi.flagValue("compact-above")));
            if (usage != null && usage.tokens() != null && usage.tokens() > limit) {
                ctx.compact(CompactOptions.DEFAULT);
            }
            return turn;
        });
    }
}
