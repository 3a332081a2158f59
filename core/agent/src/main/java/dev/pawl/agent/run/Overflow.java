package dev.pawl.agent.run;

import dev.pawl.ai.http.Failure;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;

/** Whether an answer shows that the conversation did not fit into the model's window. */
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

    /** Whether a model is the one that gave an answer; the window sizes that other models report do not count. */
    public static boolean isOf(Message.Assistant answer, Model model) {
        return answer.provider().equals(model.provider()) && answer.model().equals(model.id());
    }

    /** Whether an answer came to its end. */
    static boolean isWhole(Message.Assistant answer) {
        return answer.stopReason() != StopReason.ERROR
                && answer.stopReason() != StopReason.ABORTED
                && answer.stopReason() != StopReason.LENGTH;
    }
}
