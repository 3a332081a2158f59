package dev.pawl.agent.run;

import org.jspecify.annotations.Nullable;

/** The state of a session with respect to runs. */
sealed interface Phase {
    /** Nothing is under way. */
    record Idle() implements Phase {
        @Override
        public @Nullable Run run() {
            return null;
        }
    }

    /** Hooks are asked about a run, or it asks the model and runs tools. */
    record Running(Run run) implements Phase {}

    /** A run has reported its end, and whether another one follows is being decided. */
    record Deciding(Run run) implements Phase {}

    /** Something takes place that no run may overlap with. */
    record Alone(Run run, String name) implements Phase {}

    /** The events of the end are fired. To everybody who asks, the session is idle already. */
    record Ending(Run run) implements Phase {}

    @Nullable
    Run run();

    /** Returns the run that is under way; null if the session is idle. */
    default @Nullable Run underWay() {
        return this instanceof Ending ? null : run();
    }
}
