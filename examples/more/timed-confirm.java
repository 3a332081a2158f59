import module dev.pawl.api;

/** Asks with a time limit: /timed; no answer means no. */
class TimedConfirm implements Hook {
    public void install(Host pi) {
        pi.command("timed", "A question that waits ten seconds", ctx -> {
            var limit = DialogOptions.timeout(java.time.Duration.ofSeconds(10));
            return Outcome.status(ctx.ui().confirm("Go on?", "No answer means no.", limit) ? "Yes" : "No");
        });
    }
}
