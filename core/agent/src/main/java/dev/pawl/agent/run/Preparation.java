package dev.pawl.agent.run;

import dev.pawl.api.message.Message;
import java.util.List;

/** Makes the messages that start a run; what it throws refuses the run. */
@FunctionalInterface
interface Preparation {
    /** Goes on with a run that the end of the program interrupted. */
    Preparation GOES_ON = new Preparation() {
        @Override
        public List<Message> prepare() {
            return List.of();
        }

        @Override
        public boolean goesOn() {
            return true;
        }
    };

    List<Message> prepare() throws InterruptedException;

    /** Whether the run goes on with one that was interrupted. */
    default boolean goesOn() {
        return false;
    }
}
