package dev.pawl.agent.session;

import dev.pawl.agent.compaction.BranchSummaries;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.run.RunParts;
import dev.pawl.agent.run.RunQueue;
import dev.pawl.agent.run.SessionRuns;
import dev.pawl.agent.setup.Navigated;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.event.SessionBeforeTree;
import dev.pawl.api.event.SessionTree;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.TreeMove;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.session.Session;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Moves to another entry in the tree of a session. */
public final class TreeWalk {
    private final Recorder recorder;
    private final Engine engine;
    private final SessionTools tools;
    private final RunQueue queue;
    private final SessionRuns runs;
    private final BranchSummaries summaries;
    private final Session session;

    TreeWalk(RunParts parts, SessionRuns runs, BranchSummaries summaries) {
        var core = parts.core();
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.tools = core.tools();
        this.queue = parts.queue();
        this.runs = runs;
        this.summaries = summaries;
        this.session = core.session();
    }

    /** Moves to an entry and waits for the end. The agent is not idle meanwhile; an abort before the move cancels it. */
    public Navigated go(String targetId, CommandContext.Navigation options) throws InterruptedException {
        if (!queue.isIdle()) {
            throw new IllegalStateException("going elsewhere in the tree is possible only while the agent is idle");
        }
        return runs.alone("move in the tree", () -> walk(targetId, options));
    }

    private Navigated walk(String targetId, CommandContext.Navigation options) throws InterruptedException {
        var target = session.entry(targetId);
        if (target == null) {
            throw new IllegalArgumentException("there is no entry " + targetId + " in this session to go to");
        }
        var oldLeaf = session.leafId();
        if (targetId.equals(oldLeaf)) {
            return new Navigated(false, null);
        }
        var move = move(targetId, oldLeaf, options);
        SessionBeforeTree passed;
        BranchRecap recap = null;
        try {
            var decision = engine.fire(HookPoints.SESSION_BEFORE_TREE, new SessionBeforeTree(move, null));
            if (!(decision instanceof Decision.Pass(var changed))) {
                return new Navigated(true, null);
            }
            passed = changed;
            if (move.userWantsSummary() && !move.entriesToSummarize().isEmpty()) {
                recap = passed.summary() != null ? passed.summary() : summaries.recap(passed.preparation());
            }
            if (Thread.interrupted()) {
                return new Navigated(true, true, null);
            }
        } catch (InterruptedException e) {
            return new Navigated(true, true, null);
        }
        boolean before =
                (target instanceof Entry.MessageEntry messageEntry && messageEntry.message() instanceof Message.User)
                        || target instanceof Entry.CustomMessage;
        var leaf = before ? target.parentId() : targetId;
        boolean fromHook = passed.summary() != null;
        Entry.@Nullable BranchSummary summary = null;
        if (recap != null) {
            summary = (Entry.BranchSummary) session.moveWithSummary(leaf, recap, fromHook);
        } else if (leaf == null) {
            session.moveToStart();
        } else {
            session.moveTo(leaf);
        }
        var label = passed.preparation().label();
        if (label != null) {
            session.label(summary != null ? summary.id() : targetId, label);
        }
        recorder.conversation().forget();
        restoreTools();
        engine.fire(
                HookPoints.SESSION_TREE,
                new SessionTree(session.leafId(), oldLeaf, summary, summary == null ? null : fromHook));
        return new Navigated(false, before ? textOf(target) : null);
    }

    /** Returns the text of a message that can be edited and sent again; null for other entries. */
    static @Nullable String textOf(Entry entry) {
        return switch (entry) {
            case Entry.MessageEntry messageEntry
            when messageEntry.message() instanceof Message.User user -> user.text();
            case Entry.CustomMessage custom -> custom.content().text();
            default -> null;
        };
    }

    private void restoreTools() {
        recorder.conversation().restore(tools, UnaryOperator.identity());
    }

    private TreeMove move(String targetId, @Nullable String oldLeaf, CommandContext.Navigation options) {
        var onTarget = new HashSet<String>();
        session.branch(targetId).forEach(entry -> onTarget.add(entry.id()));
        List<Entry> left = oldLeaf == null ? List.of() : session.branch(oldLeaf);
        String common = null;
        for (var entry : left) {
            common = onTarget.contains(entry.id()) ? entry.id() : common;
        }
        return new TreeMove(
                targetId,
                oldLeaf,
                common,
                left.stream().filter(entry -> !onTarget.contains(entry.id())).toList(),
                options.summarize(),
                options.customInstructions(),
                options.replaceInstructions(),
                options.label());
    }
}
