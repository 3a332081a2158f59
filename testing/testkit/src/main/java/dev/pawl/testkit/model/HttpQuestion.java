package dev.pawl.testkit.model;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as HTTP/1.1 brings it. */
record HttpQuestion(String method, String target, Map<String, String> headers, String text) {
    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** The next request; null if the client has no more. A body that waits to be asked for is asked for. */
    static @Nullable HttpQuestion read(InputStream in, HttpAnswer out) throws IOException {
        var first = line(in);
        if (first == null) {
            return null;
        }
        var words = first.split(" ");
        if (words.length != 3) {
            throw new IOException("not HTTP: " + first);
        }
        var headers = new LinkedHashMap<String, String>();
        for (var line = needed(in); !line.isEmpty(); line = needed(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        if ("100-continue".equalsIgnoreCase(headers.get("expect"))) {
            out.goOn();
        }
        var body = "chunked".equalsIgnoreCase(headers.get("transfer-encoding"))
                ? chunks(in)
                : exactly(in, Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new HttpQuestion(words[0], words[1], headers, new String(body, StandardCharsets.UTF_8));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            var size = needed(in);
            int semicolon = size.indexOf(';');
            int length = Integer.parseInt(
                    semicolon < 0 ? size.strip() : size.substring(0, semicolon).strip(), 16);
            if (length == 0) {
                while (!needed(in).isEmpty()) {
                    // Trailers contain nothing that is needed here.
                }
                return body.toByteArray();
            }
            body.writeBytes(exactly(in, length));
            needed(in);
        }
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the request broke off");
        }
        return bytes;
    }

    private static String needed(InputStream in) throws IOException {
        var line = line(in);
        if (line == null) {
            throw new EOFException("the request broke off");
        }
        return line;
    }

    private static @Nullable String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                var text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            if (b < ' ' && b != '\r' && b != '\t') {
                throw new IOException("not HTTP, perhaps TLS");
            }
            line.write(b);
        }
        if (line.size() > 0) {
            throw new EOFException("the request broke off");
        }
        return null;
    }
}
