package dev.pawl.observe.trace;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The traces stored beside a session file, one JSON line each: the older half in {@code .trace.1}, the newer in {@code .trace}. */
public final class TraceFile {
    private TraceFile() {}

    /** The file with the traces of a session. */
    public static Path of(Path session) {
        var name = String.valueOf(session.getFileName()).replaceFirst("\\.jsonl$", "");
        return session.resolveSibling(name + ".trace");
    }

    static Path older(Path traces) {
        return traces.resolveSibling(traces.getFileName() + ".1");
    }

    /** Reads the stored traces, oldest first; lines that are damaged or cut off are left out. */
    public static List<TraceLine> read(Path session) throws IOException {
        var newer = of(session);
        var lines = new ArrayList<TraceLine>();
        for (var file : List.of(older(newer), newer)) {
            if (Files.isRegularFile(file)) {
                try (var in = new BufferedReader(
                        new InputStreamReader(RegularFile.open(file, null), StandardCharsets.UTF_8))) {
                    for (var line = in.readLine(); line != null; line = in.readLine()) {
                        add(lines, line);
                    }
                }
            }
        }
        return lines;
    }

    private static void add(List<TraceLine> lines, String line) {
        try {
            lines.add(TraceLine.from(JsonObject.parse(line)));
        } catch (IllegalArgumentException e) {
            // The line is incomplete because the program was killed, or damaged: it is skipped.
        }
    }
}
