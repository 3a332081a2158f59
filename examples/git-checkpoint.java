import module dev.pawl.api;
import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_FORK;
import static dev.pawl.api.HookPoints.TURN_START;

/** Remembers the working tree at every turn of a run, and offers it back when the user forks out of the run. */
class GitCheckpoint implements Hook {
    /** Commits that hold the tree, by the number of entries the session had then. */
    private final NavigableMap<Integer, String> checkpoints = new ConcurrentSkipListMap<>();

    public void install(Host pi) {
        pi.on(TURN_START, (_, ctx) -> {
            var commit = ctx.project().exec("git", "stash", "create").stdout().strip();
            if (!commit.isEmpty()) {
                checkpoints.put(ctx.session().indexed().size(), commit);
            }
        });
        pi.on(SESSION_BEFORE_FORK, (fork, ctx) -> {
            // The prompt itself may be written just before its turn starts.
            var checkpoint = checkpoints.floorEntry(fork.entryIndex() + 1);
            if (checkpoint != null && ctx.ui().confirm("Restore?", "Restore the code as it was then?")) {
                restore(checkpoint.getValue(), ctx);
            }
            return fork.proceed();
        });
        pi.on(AGENT_END, (_, _) -> checkpoints.clear());
    }

    private static void restore(String commit, HookContext ctx) throws InterruptedException {
        // What is there now goes to git's stash, so nothing is lost and nothing is in the way.
        var saved = ctx.project().exec("git", "stash", "push", "--message", "before going back to a checkpoint");
        var restored = saved.ok() ? ctx.project().exec("git", "stash", "apply", commit) : saved;
        if (restored.ok()) {
            ctx.ui().notify("Code restored; what was there before is in git stash");
        } else {
            ctx.ui().notify("Code not restored: " + restored.stderr().strip(), Severity.ERROR);
        }
    }
}
