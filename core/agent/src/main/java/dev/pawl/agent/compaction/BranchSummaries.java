package dev.pawl.agent.compaction;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.Projected;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.ai.wire.TokenEstimate;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.TreeMove;
import dev.pawl.config.settings.Settings;
import dev.pawl.session.tree.EntryMessages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Summarises a branch that is being left: as much of its end as the summariser's window takes. */
public final class BranchSummaries {
    static final String NOTHING = "No content to summarize";

    private static final long USUAL_WINDOW = 128_000;

    private final ModelInUse inUse;
    private final Settings settings;
    private final Summariser summariser;

    public BranchSummaries(SessionCore core, Summariser summariser) {
        this.inUse = core.model();
        this.settings = core.settings();
        this.summariser = summariser;
    }

    /** The messages of a branch to summarise, and the files that were touched on it. */
    public record Collected(List<Message> messages, CompactionPlan.FileOps files) {}

    public BranchRecap recap(TreeMove move) throws InterruptedException {
        var model = inUse.model();
        if (model == null) {
            throw new SummaryFailed("No model is chosen to summarise the branch. Choose one, or go without a summary.");
        }
        long window = model.contextWindow() > 0 ? model.contextWindow() : USUAL_WINDOW;
        long reserve = settings.branchSummary().reserveTokens();
        if (reserve >= window) {
            throw new SummaryFailed("branchSummary.reserveTokens (" + reserve + ") leaves nothing of the window of "
                    + model.reference() + " (" + window + " tokens). Set a smaller one.");
        }
        var collected = collect(move.entriesToSummarize(), window - reserve);
        if (collected.messages().isEmpty()) {
            return new BranchRecap(NOTHING, null, null);
        }
        var asked = SummaryPrompts.branch(collected.messages(), move.customInstructions(), move.replaceInstructions());
        var summary = summariser.branch(model, inUse.level(), asked);
        var files = FileTrail.Lists.of(collected.files());
        return new BranchRecap(
                files.behind(SummaryPrompts.branchLead() + "\n\n" + summary.text()), files.details(), summary.usage());
    }

    /** Returns the newest messages that fit, without results of tools, whose outcome is in the answers. */
    public static Collected collect(List<Entry> entries, long budget) {
        var files = new FileTrail();
        for (var entry : entries) {
            if (entry instanceof Entry.BranchSummary branch && !branch.fromHook()) {
                files.carryOn(branch.details());
            }
        }
        var all = new ArrayList<Message>();
        var taken = new ArrayList<Message>();
        long used = 0;
        boolean full = false;
        for (var one : Projected.of(entries, Set.of()).reversed()) {
            var message = message(one);
            if (message == null) {
                continue;
            }
            all.add(message);
            if (full || message instanceof Message.ToolResult) {
                continue;
            }
            long tokens = TokenEstimate.of(message);
            if (used + tokens > budget) {
                full = true;
                // A summary replaces many messages; it is worth its place even a little over the budget.
                if (!isSummary(message) || used * 10 >= budget * 9) {
                    continue;
                }
            }
            used += tokens;
            taken.add(message);
        }
        files.add(all);
        Collections.reverse(taken);
        return new Collected(List.copyOf(taken), files.ops());
    }

    private static @Nullable Message message(Projected one) {
        if (one.hidden()) {
            return null;
        }
        var message = one.entry() instanceof Entry.Compaction ? EntryMessages.of(one.entry()) : one.message();
        return message instanceof Message.SystemPrompt ? null : message;
    }

    private static boolean isSummary(Message message) {
        return message instanceof Message.CompactionSummary || message instanceof Message.BranchSummary;
    }
}
