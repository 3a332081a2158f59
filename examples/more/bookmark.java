import module dev.pawl.api;

/** Gives the last entry a label that the tree shows: /bookmark NAME; /unbookmark takes it away. */
class Bookmark implements Hook {
    public void install(Host pi) {
        pi.command("bookmark", "Label the last entry: /bookmark NAME", ctx -> label(ctx, ctx.argsRaw().strip()));
        pi.command("unbookmark", "Take the label of the last entry away", ctx -> label(ctx, null));
    }

    private static Outcome label(CommandContext ctx, @Nullable String label) {
        var leaf = ctx.session().leafId();
        if (leaf == null || (label != null && label.isEmpty())) {
            return Outcome.status(leaf == null ? "There is no entry yet" : "Usage: /bookmark NAME");
        }
        ctx.session().label(leaf, label);
        return Outcome.status(label == null ? "Label taken away" : "Labelled " + label);
    }
}
