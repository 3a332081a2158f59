import module dev.pawl.api;
import static dev.pawl.api.HookPoints.AGENT_END;

/** Merges the upstream branch when the agent is done, and has the agent resolve the conflicts. */
class MergeAndResolve implements Hook {
    public void install(Host pi) {
        pi.on(AGENT_END, (_, ctx) -> {
            if (merged(ctx)) {
                var conflicts = ctx.project().exec("git", "diff", "--name-only", "--diff-filter=U").stdout().strip();
                if (!conflicts.isEmpty()) {
                    ctx.messages().sendUser("The merge with the upstream branch left conflicts in these files. Resolve"
                            + " them and commit the merge:\n" + conflicts);
                }
            }
        });
    }

    /** Whether a merge was made now, or is still open from before. */
    private static boolean merged(HookContext ctx) throws InterruptedException {
        if (ctx.project().exec("git", "rev-parse", "--verify", "--quiet", "MERGE_HEAD").ok()) {
            return true;
        }
        var status = ctx.project().exec("git", "status", "--porcelain");
        boolean clean = status.ok() && status.stdout().isBlank();
        if (!clean || !ctx.project().exec("git", "rev-parse", "--verify", "--quiet", "@{upstream}").ok()) {
            return false;
        }
        if (!ctx.project().exec("git", "fetch", "--quiet").ok()) {
            ctx.ui().notify("git fetch failed; nothing was merged", Severity.WARNING);
            return false;
        }
        ctx.project().exec("git", "merge", "--no-edit", "@{upstream}");
        return true;
    }
}
