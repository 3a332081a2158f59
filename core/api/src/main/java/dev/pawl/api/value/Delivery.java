package dev.pawl.api.value;

import org.jspecify.annotations.Nullable;

/**
 * When a message of a hook arrives.
 *
 * @param as the place in the queue while the agent works; null where none was asked for
 * @param triggerTurn whether the agent answers it; null leaves that to the state the agent is in
 * @param expandTemplates whether commands, skills and templates in the text are followed
 */
public record Delivery(@Nullable As as, @Nullable Boolean triggerTurn, boolean expandTemplates) {
    public enum As {
        /** After the tool calls of the current turn. */
        STEER("steer"),
        /** When the agent would stop. */
        FOLLOW_UP("followUp"),
        /** With the next prompt. */
        NEXT_TURN("nextTurn");

        private final String wire;

        As(String wire) {
            this.wire = wire;
        }

        /** Returns the name in JSON. */
        public String wire() {
            return wire;
        }

        /** Returns the place of a name in JSON; null if there is none. */
        public static @Nullable As find(@Nullable String wire) {
            for (var as : values()) {
                if (as.wire.equals(wire)) {
                    return as;
                }
            }
            return null;
        }
    }

    public static final Delivery DEFAULT = new Delivery(null, null, false);
    public static final Delivery TRIGGER = new Delivery(null, true, false);
    public static final Delivery STEER = new Delivery(As.STEER, null, false);
    public static final Delivery FOLLOW_UP = new Delivery(As.FOLLOW_UP, null, false);
    public static final Delivery NEXT_TURN = new Delivery(As.NEXT_TURN, null, false);

    public Delivery triggering(boolean triggerTurn) {
        return new Delivery(as, triggerTurn, expandTemplates);
    }

    public Delivery expanding() {
        return new Delivery(as, triggerTurn, true);
    }
}
