package dev.pawl.serve.attach;

import dev.pawl.api.json.JsonObject;
import dev.pawl.start.attach.AttachedSession;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows a session of a fleet: reports each line of its log, and each change of its state after the lines before it.
 */
public final class Following {
    private static final Duration LOOK = Duration.ofMillis(200);

    private final AttachedSession session;
    private int reported;

    /** Receives what is new. */
    public interface Listener {
        void line(JsonObject entry);

        /** Where the session stands now; whether it is followed further. */
        boolean state(SessionState state);
    }

    /**
     * Follows nothing yet.
     *
     * @param from the first line that is reported; the header is line 0
     */
    public Following(AttachedSession session, int from) {
        this.session = session;
        this.reported = from;
    }

    /**
     * Follows it until the listener stops. While the engine does not answer, it is asked again.
     *
     * @throws Refused if there is no such session, or not any more
     */
    public void follow(Listener listener) throws IOException, InterruptedException {
        @Nullable SessionState last = null;
        while (true) {
            var state = looked(listener);
            if (state != null && !isSame(state, last)) {
                last = state;
                if (!listener.state(state)) {
                    return;
                }
            }
            Thread.sleep(LOOK);
        }
    }

    /** The state, if all lines before it were reported. */
    private @Nullable SessionState looked(Listener listener) throws IOException {
        try {
            var state = session.state();
            for (var line : session.lines(reported)) {
                reported++;
                listener.line(JsonObject.parse(line));
            }
            return reported < state.lines() ? null : state;
        } catch (Refused e) {
            throw e;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isSame(SessionState state, @Nullable SessionState last) {
        return last != null
                && state.phase() == last.phase()
                && state.token() == last.token()
                && state.lines() == last.lines()
                && state.inputs() == last.inputs()
                && Objects.equals(state.question(), last.question());
    }
}
