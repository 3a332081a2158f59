package dev.pawl.observe.trace;

import dev.pawl.hooks.trace.TraceLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The traces of an open session: those in the file beside it, and those in memory. */
public final class SessionTraces {
    private SessionTraces() {}

    /** The dispatches, oldest first. */
    public static List<TraceLine> of(@Nullable Path session, TraceLog live) throws IOException {
        var lines = new ArrayList<>(session == null ? List.of() : TraceFile.read(session));
        var known = new HashSet<>(lines);
        live.latest().stream().map(TraceLine::of).filter(known::add).forEach(lines::add);
        return lines;
    }
}
