package dev.pawl.agent.run;

import dev.pawl.api.message.Message;
import java.util.List;

/** The continuation of a run. The possibilities are tried in this order; all but the last start another run. */
sealed interface AfterRun {
    /** Returns the messages to send; none to ask the model as it is. */
    default List<Message> messages() {
        return List.of();
    }

    /** Returns whether the messages were to steer the run: what waits behind them is sent after the first answer. */
    default boolean steering() {
        return false;
    }

    /** Returns whether the end of the program interrupted the run: its calls that had not begun are made now. */
    default boolean resumes() {
        return false;
    }

    /** A run that the end of the program interrupted is resumed, or one begins with the messages that waited then. */
    record Resume(List<Message> messages) implements AfterRun {
        @Override
        public boolean resumes() {
            return true;
        }
    }

    /** The provider failed: the model is asked again after a while. */
    record Retry(Message.Assistant answer) implements AfterRun {}

    /** The model is asked again, because its answer was lost in a compaction or hooks added to the conversation. */
    record AskAgain() implements AfterRun {}

    /** Messages that waited are delivered. */
    record Deliver(List<Message> messages, boolean steering) implements AfterRun {}

    /** Hooks that were asked whether the agent may stop send it back to work. */
    record BackToWork(List<Message> messages, boolean steering) implements AfterRun {}

    /** The session settles. */
    record Rest() implements AfterRun {}
}
