package dev.pawl.hooks.trace;

import java.util.Map;

/**
 * Something that happened in the program and that no hook point is fired for, for those who record what happens.
 *
 * <p>Parts with an engine report it in {@link TraceLog#note}, hooks of the program on {@link #CHANNEL}. Names are those
 * of the log records that telemetry sends; fields hold no content of conversations and no secret.
 */
public record ProgramEvent(String name, Map<String, Object> fields) {
    /** The channel of the event bus on which hooks of the program report such events. */
    public static final String CHANNEL = "pawl:program_event";

    public ProgramEvent {
        fields = Map.copyOf(fields);
    }

    /** Returns a failure of the program itself; its words may hold content, so only its kind is reported. */
    public static ProgramEvent failure(String during, RuntimeException e) {
        return new ProgramEvent(
                "internal_error",
                Map.of("during", during, "error.type", e.getClass().getName()));
    }
}
