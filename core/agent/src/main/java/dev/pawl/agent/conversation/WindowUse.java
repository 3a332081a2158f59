package dev.pawl.agent.conversation;

import dev.pawl.agent.prompt.PromptState;
import dev.pawl.ai.wire.TokenEstimate;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.value.ContextUsage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates how full the model's window is: the provider's last count, and an estimate of what was added since. */
public final class WindowUse {
    private WindowUse() {}

    /** Null where the model's window size is unknown; without a number right after a compaction. */
    public static @Nullable ContextUsage of(@Nullable Model model, Conversation conversation, ContextCost cost) {
        if (model == null || model.contextWindow() <= 0) {
            return null;
        }
        var context = conversation.snapshot();
        var changes = conversation.changes();
        if (changes.compacted() > 0 && lastCounted(context, changes.compacted()) < 0) {
            return new ContextUsage(null, model.contextWindow(), null, cost.latest());
        }
        long tokens = tokens(context, lastCounted(context, changes.latest()));
        double percent = (double) tokens / model.contextWindow() * 100;
        return new ContextUsage(tokens, model.contextWindow(), percent, cost.latest());
    }

    /** Returns the tokens of the conversation as the model would read it now. */
    public static long tokens(Conversation conversation) {
        var context = conversation.snapshot();
        return tokens(context, lastCounted(context, conversation.changes().latest()));
    }

    /** Returns whether a provider has counted tokens since the latest compaction. */
    public static boolean isCounted(Conversation conversation) {
        return lastCounted(conversation.snapshot(), conversation.changes().compacted()) >= 0;
    }

    private static long tokens(List<ContextMessage> context, int counted) {
        if (counted < 0) {
            return estimate(context);
        }
        long sum = ((Message.Assistant) context.get(counted).message()).usage().contextTokens();
        for (var later : context.subList(counted + 1, context.size())) {
            sum += TokenEstimate.of(later.message());
        }
        return sum;
    }

    /** The prompt counts once, however many messages it came in. */
    public static long estimate(List<ContextMessage> context) {
        long sum = 0;
        var prompt = PromptState.NONE;
        for (var one : context) {
            if (one.message() instanceof Message.SystemPrompt system) {
                prompt = prompt.with(system);
            } else {
                sum += TokenEstimate.of(one.message());
            }
        }
        return sum + (prompt.isNone() ? 0 : TokenEstimate.of(prompt.message(0)));
    }

    /** Returns the index of the last answer behind a place whose tokens the provider counted; -1 if there is none. */
    private static int lastCounted(List<ContextMessage> context, int after) {
        for (int i = context.size() - 1; i >= 0; i--) {
            var place = context.get(i).entryIndex();
            if (place == null || place <= after) {
                return -1;
            }
            if (context.get(i).message() instanceof Message.Assistant answer
                    && answer.stopReason() != StopReason.ERROR
                    && answer.stopReason() != StopReason.ABORTED
                    && answer.usage().contextTokens() > 0) {
                return i;
            }
        }
        return -1;
    }
}
