package dev.pawl.ai.socket;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Status and headers of a response.
 *
 * @param headers names in lower case; values of the same name joined with a comma
 */
record ResponseHead(int status, boolean isOld, Map<String, String> headers) {
    private static final int LONGEST = 128 * 1024;
    private static final int SHOWN = 100;

    /** Reads the head of the final response; those that announce it are skipped. */
    static ResponseHead read(Connection connection) throws IOException {
        int left = LONGEST;
        while (true) {
            var first = line(connection, left);
            left -= first.length();
            if (!first.matches("HTTP/1\\.[01] [1-9][0-9][0-9]( .*)?")) {
                throw new ProtocolException("its first line was \"" + shown(first) + "\"");
            }
            var headers = new TreeMap<String, String>();
            for (var line = line(connection, left); !line.isEmpty(); line = line(connection, left)) {
                left -= line.length();
                int colon = line.indexOf(':');
                if (colon <= 0) {
                    throw new ProtocolException("one of its headers was \"" + shown(line) + "\"");
                }
                headers.merge(
                        line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip(),
                        (one, other) -> one + ", " + other);
            }
            int status = Integer.parseInt(first.substring(9, 12));
            if (status >= 200 || status == 101) {
                return new ResponseHead(status, first.startsWith("HTTP/1.0"), headers);
            }
        }
    }

    private static String line(Connection connection, int left) throws IOException {
        var line = new StringBuilder();
        for (int c = connection.read(); c != '\n'; c = connection.read()) {
            if (c < 0) {
                throw new IOException("the connection ended before the answer began");
            }
            if (line.length() >= left) {
                throw new ProtocolException("its headers are longer than " + LONGEST / 1024 + " KB");
            }
            line.append((char) c);
        }
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') {
            line.setLength(end - 1);
        }
        return line.toString();
    }

    private static String shown(String line) {
        var bytes = line.substring(0, Math.min(SHOWN, line.length())).getBytes(StandardCharsets.ISO_8859_1);
        return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }

    boolean hasBody() {
        return status != 204 && status != 304 && status >= 200;
    }

    boolean isChunked() {
        return named("transfer-encoding").toLowerCase(Locale.ROOT).endsWith("chunked");
    }

    /** Returns the length of the body; null if it is not known before its end. */
    @Nullable
    Long length() throws ProtocolException {
        var written = headers.get("content-length");
        if (written == null) {
            return null;
        }
        if (!written.matches("[0-9]{1,18}")) {
            throw new ProtocolException("its length was \"" + shown(written) + "\"");
        }
        return Long.valueOf(written);
    }

    /** Returns whether the connection can take another request after the body. */
    boolean keepsConnection() {
        var connection = named("connection").toLowerCase(Locale.ROOT);
        boolean ends = isChunked() ? !headers.containsKey("content-length") : headers.containsKey("content-length");
        return (ends || !hasBody()) && (isOld ? connection.contains("keep-alive") : !connection.contains("close"));
    }

    private String named(String name) {
        return headers.getOrDefault(name, "");
    }
}
