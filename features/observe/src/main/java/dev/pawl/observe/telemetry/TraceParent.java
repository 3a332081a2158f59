package dev.pawl.observe.telemetry;

import dev.pawl.base.SystemRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The place in a trace under which spans are made, as {@code TRACEPARENT} writes it (W3C Trace Context). */
public record TraceParent(String traceId, String spanId, boolean sampled) {
    /** The environment variable that carries it. */
    public static final String VARIABLE = "TRACEPARENT";

    private static final Pattern FORM =
            Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;

    /** Null if the text is not valid; the program then starts a trace of its own. */
    public static @Nullable TraceParent parse(@Nullable String text) {
        var form = text == null ? null : FORM.matcher(text);
        if (form == null || !form.matches()) {
            return null;
        }
        boolean known = form.group(1).equals("00");
        boolean zero = form.group(2).matches("0+") || form.group(3).matches("0+");
        if (zero || form.group(1).equals("ff") || (known && form.group(5) != null)) {
            return null;
        }
        return new TraceParent(form.group(2), form.group(3), (Integer.parseInt(form.group(4), 16) & 1) == 1);
    }

    /** The beginning of a trace. */
    static TraceParent newTrace() {
        return new TraceParent(randomId(TRACE_BYTES), randomId(SPAN_BYTES), true);
    }

    /** A place below this one. */
    TraceParent child() {
        return new TraceParent(traceId, randomId(SPAN_BYTES), sampled);
    }

    private static String randomId(int bytes) {
        var id = new byte[bytes];
        do {
            SystemRandom.shared().nextBytes(id);
        } while (HexFormat.of().formatHex(id).matches("0+"));
        return HexFormat.of().formatHex(id);
    }

    /** The value of the variable. */
    public String header() {
        return "00-" + traceId + "-" + spanId + "-" + (sampled ? "01" : "00");
    }
}
