package dev.pawl.agent.run;

import dev.pawl.agent.compaction.Compactor;
import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.ai.Models;
import dev.pawl.ai.http.Failure;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.value.HookError;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compacts a conversation in time, and once more when it turns out to have been too late. */
public final class AutoCompaction {
    private final Compactor compactor;
    private final Recorder recorder;
    private final Engine engine;
    private final Settings settings;
    private final Models models;
    private final ModelInUse inUse;
    private volatile @Nullable Boolean enabled;
    private boolean recovered;
    private boolean warned;

    public AutoCompaction(SessionCore core, Models models, Compactor compactor) {
        this.compactor = compactor;
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.settings = core.settings();
        this.models = models;
        this.inUse = core.model();
    }

    /** Turns it on or off, overriding the settings. */
    public void enabled(boolean on) {
        enabled = on;
    }

    public boolean isEnabled() {
        var chosen = enabled;
        var model = inUse.model();
        return chosen != null ? chosen : model == null || settings(model).enabled();
    }

    /** There is something new to answer: what was tried for the last thing does not count any more. */
    void newQuestion() {
        recovered = false;
    }

    /** The model answered. */
    void answered(Message.Assistant answer) {
        if (Overflow.isWhole(answer)) {
            recovered = false;
        }
    }

    /** Before the model is asked again in the same run. */
    void betweenTurns() throws InterruptedException {
        var model = inUse.model();
        if (model != null && isEnabled() && isOver(model, WindowUse.tokens(recorder.conversation()))) {
            compactor.auto(model, CompactionReason.THRESHOLD, false, Set.of());
        }
    }

    /**
     * After a run.
     *
     * @param entryIds the entries of its last turn
     * @return whether the model is to be asked once more, because its answer was lost
     */
    boolean afterRun(Message.Assistant answer, List<String> entryIds) throws InterruptedException {
        return answer.stopReason() != StopReason.ABORTED && check(answer, entryIds, true);
    }

    /** Returns whether something is to be done after a run that ended with this answer. */
    boolean isDue(Message.Assistant answer) {
        var chosen = inUse.model();
        if (answer.stopReason() == StopReason.ABORTED || chosen == null || !isEnabled()) {
            return false;
        }
        var model = asked(chosen, answer);
        boolean overflow = Overflow.isOf(answer, model) && Overflow.of(answer, model) != Overflow.NONE;
        return overflow || tooLong(model, answer);
    }

    /** Before a prompt: the last answer may have been aborted, or have come from another program. */
    void beforePrompt() throws InterruptedException {
        recovered = false;
        var context = recorder.conversation().snapshot();
        int compacted = recorder.conversation().changes().compacted();
        for (var one : context.reversed()) {
            var place = one.entryIndex();
            if (place == null || place <= compacted) {
                return;
            }
            if (one.message() instanceof Message.Assistant answer) {
                check(answer, List.of(), false);
                return;
            }
        }
    }

    private boolean check(Message.Assistant answer, List<String> entryIds, boolean mayRetry)
            throws InterruptedException {
        var chosen = inUse.model();
        if (chosen == null || !isEnabled()) {
            return false;
        }
        var model = asked(chosen, answer);
        var overflow = Overflow.isOf(answer, model) ? Overflow.of(answer, model) : Overflow.NONE;
        if (overflow == Overflow.SILENT) {
            compactor.auto(model, CompactionReason.OVERFLOW, false, Set.of());
            return false;
        }
        if (overflow == Overflow.FAILED) {
            return recover(model, answer, entryIds, mayRetry);
        }
        if (tooLong(model, answer)) {
            compactor.auto(model, CompactionReason.THRESHOLD, false, Set.of());
        }
        return false;
    }

    /** Behind a virtual model, the window is that of the model which answered. */
    private Model asked(Model chosen, Message.Assistant answer) {
        var real = models.virtual(chosen) == null ? null : models.find(answer.provider(), answer.model());
        return real == null ? chosen : real;
    }

    private boolean tooLong(Model model, Message.Assistant answer) {
        boolean counted = answer.usage().contextTokens() > 0 && answer.stopReason() != StopReason.ERROR;
        if (!counted && !WindowUse.isCounted(recorder.conversation())) {
            return false;
        }
        return isOver(model, WindowUse.tokens(recorder.conversation()));
    }

    private boolean recover(Model model, Message.Assistant answer, List<String> entryIds, boolean mayRetry)
            throws InterruptedException {
        if (recovered) {
            compactor.gaveUp("The conversation does not fit into the window of " + model.reference()
                    + " even after it was compacted (" + why(answer)
                    + "). Send less at once, compact by hand with other"
                    + " settings, or use a model with a larger window.");
            return false;
        }
        if (!compactor.auto(model, CompactionReason.OVERFLOW, mayRetry, new LinkedHashSet<>(entryIds))) {
            return false;
        }
        recovered = mayRetry;
        return mayRetry;
    }

    private static String why(Message.Assistant answer) {
        return answer.errorMessage() == null ? "the answer was cut off" : answer.errorMessage();
    }

    private boolean isOver(Model model, long tokens) {
        long window = model.contextWindow();
        long reserve = settings(model).reserveTokens();
        if (window <= 0) {
            return false;
        }
        if (reserve >= window) {
            warn(model, reserve);
            return false;
        }
        return tokens > window - reserve;
    }

    private void warn(Model model, long reserve) {
        if (!warned) {
            warned = true;
            engine.report(new HookError(
                    "settings",
                    "compaction",
                    "compaction.reserveTokens (" + reserve + ") is not smaller than the window of "
                            + model.reference() + " (" + model.contextWindow()
                            + " tokens), so the conversation is not compacted in time. Set a smaller one under"
                            + " compaction.modelOverrides for this model.",
                    null));
        }
    }

    private Settings.Compaction settings(Model model) {
        return settings.compaction(model.provider(), model.id());
    }

    /** The way in which an answer shows that the conversation did not fit into the model's window. */
    public enum Overflow {
        NONE,
        /** There is an answer, but the provider left some of the conversation out. */
        SILENT,
        /** There is no answer, or only the beginning of one. */
        FAILED;

        public static Overflow of(Message.Assistant answer, Model model) {
            var usage = answer.usage();
            long window = model.contextWindow();
            long read = usage.input() + usage.cacheRead();
            return switch (answer.stopReason()) {
                case ERROR -> {
                    var failure = Failure.of(answer);
                    yield failure != null && failure.isOverflow() ? FAILED : NONE;
                }
                case LENGTH -> {
                    boolean full = window > 0 && usage.output() == 0 && read * 100 >= window * 99;
                    boolean early = usage.contextTokens() > 0 && usage.output() < model.maxTokens();
                    yield full || early ? FAILED : NONE;
                }
                case STOP, TOOL_USE -> window > 0 && read > window ? SILENT : NONE;
                case ABORTED, DEFERRED, PENDING, OTHER -> NONE;
            };
        }

        /** Returns whether a model is the one that gave an answer; the window sizes that other models report do not count. */
        public static boolean isOf(Message.Assistant answer, Model model) {
            return answer.provider().equals(model.provider()) && answer.model().equals(model.id());
        }

        /** Returns whether an answer came to its end. */
        static boolean isWhole(Message.Assistant answer) {
            return answer.stopReason() != StopReason.ERROR
                    && answer.stopReason() != StopReason.ABORTED
                    && answer.stopReason() != StopReason.LENGTH;
        }
    }
}
