package dev.pawl.fleet.restate.inside;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.restate.Names;
import dev.pawl.fleet.restate.Steps;
import dev.pawl.start.attach.SessionState.Phase;
import dev.restate.common.Request;
import dev.restate.common.Target;
import dev.restate.sdk.Awakeable;
import dev.restate.sdk.ObjectContext;
import dev.restate.serde.Serde;
import java.time.Duration;

/** The virtual object that advances a session: every step is a journalled run, and a question is an awakeable. */
final class RunObject {
    private final String place;
    private final Steps steps;

    RunObject(String place, Steps steps) {
        this.place = place;
        this.steps = steps;
    }

    byte[] advance(ObjectContext ctx, byte[] input) {
        while (true) {
            var session = ctx.key();
            var release =
                    JsonObject.parse(ctx.run("step", Serde.RAW, () -> SessionObject.bytes(steps.advance(session))));
            if (release.isEmpty()) {
                return new byte[0];
            }
            long later = Steps.later(release);
            if (later > 0) {
                // Another call, so that the journal of this one does not grow while the session waits for a place.
                ctx.send(
                        Request.of(
                                Target.virtualObject(Names.RUNS + place, session, "advance"),
                                Serde.RAW,
                                Serde.RAW,
                                new byte[0]),
                        Duration.ofMillis(later));
                return new byte[0];
            }
            Awakeable<byte[]> answered = null;
            if (release.string("phase", "").equals(Phase.WAITING.word())) {
                answered = ctx.awakeable(Serde.RAW);
                release = release.with("awakeable", answered.id());
            }
            var answer = JsonObject.parse(ctx.call(Request.of(
                            Target.virtualObject(Names.SESSIONS + place, session, "apply"),
                            Serde.RAW,
                            Serde.RAW,
                            SessionObject.bytes(release)))
                    .await());
            if (answer.has("refused")) {
                return new byte[0];
            }
            var document = answer.object("document");
            switch (Phase.of(document.string("phase", "idle"))) {
                case WAITING, READY -> {
                    if (answered != null) {
                        answered.await();
                    }
                }
                case ASLEEP ->
                    ctx.sleep(Duration.ofMillis(Math.max(1, document.number("wakesAt", 0) - answer.number("now", 0))));
                default -> {
                    return new byte[0];
                }
            }
        }
    }
}
