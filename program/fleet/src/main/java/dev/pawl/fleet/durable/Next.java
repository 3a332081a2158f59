package dev.pawl.fleet.durable;

import dev.pawl.start.attach.Question;
import java.time.Duration;
import java.time.Instant;

/** The state of a session after its worker has released it. */
public sealed interface Next {
    /** It has nothing more to do, unless something is in its inbox. */
    record Idle() implements Next {}

    /** Another worker is to go on at once. */
    record Ready() implements Next {}

    /** It goes on when the question is answered. */
    record Waits(Question question) implements Next {}

    /** It goes on at a time of the engine's clock; why it does not go on at once is shown to users. */
    record Sleeps(Instant until, String why) implements Next {}

    /** It is given back as it was claimed, and can be claimed again after a while; why is shown to users. */
    record Aside(Duration pause, String why) implements Next {}

    /** It cannot go on; a new prompt tries again. */
    record Failed(String why) implements Next {}
}
