import module dev.pawl.api;
import static dev.pawl.api.HookPoints.PROVIDER_STREAM_EVENT;
import static dev.pawl.api.HookPoints.TURN_END;
import static dev.pawl.api.HookPoints.TURN_START;

/** /debug-provider keeps what the provider streams, as it was sent: one entry for each turn, which the model never sees. */
class DebugProvider implements Hook {
    private final List<JsonObject> events = new CopyOnWriteArrayList<>();
    private volatile boolean on;

    public void install(Host pi) {
        pi.command("debug-provider", "Keep the events of the provider, or stop it", _ -> {
            on = !on;
            return Outcome.status(on ? "The events of the provider are kept" : "They are kept no more");
        });
        pi.on(TURN_START, (_, _) -> events.clear());
        pi.on(PROVIDER_STREAM_EVENT, (event, _) -> {
            if (on) {
                events.add(event.data());
            }
        });
        pi.on(TURN_END, (turn, _) ->
                events.isEmpty() ? turn : turn.add(new Draft.Custom("debug-provider", List.copyOf(events))));
    }
}
