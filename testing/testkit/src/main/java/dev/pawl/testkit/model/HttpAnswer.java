package dev.pawl.testkit.model;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes responses of HTTP/1.1; every piece is one chunk and one write, so that it arrives as it was cut. */
final class HttpAnswer {
    private static final byte[] END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;

    HttpAnswer(OutputStream out) {
        this.out = out;
    }

    void goOn() throws IOException {
        write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** A response in one go. */
    void whole(int status, String type, Map<String, String> headers, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var all = new LinkedHashMap<String, String>();
        all.put("content-type", type);
        all.putAll(headers);
        all.put("content-length", String.valueOf(bytes.length));
        var head = head(status, all);
        var message = new byte[head.length + bytes.length];
        System.arraycopy(head, 0, message, 0, head.length);
        System.arraycopy(bytes, 0, message, head.length, bytes.length);
        write(message);
    }

    /** A response that comes in pieces. */
    void begin(int status, String type, Map<String, String> headers) throws IOException {
        var all = new LinkedHashMap<String, String>();
        all.put("content-type", type);
        all.put("cache-control", "no-cache");
        all.put("request-id", "req_scripted");
        all.putAll(headers);
        all.put("transfer-encoding", "chunked");
        write(head(status, all));
    }

    void piece(byte[] piece) throws IOException {
        var size = (Integer.toHexString(piece.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        var chunk = new byte[size.length + piece.length + 2];
        System.arraycopy(size, 0, chunk, 0, size.length);
        System.arraycopy(piece, 0, chunk, size.length, piece.length);
        chunk[chunk.length - 2] = '\r';
        chunk[chunk.length - 1] = '\n';
        write(chunk);
    }

    void end() throws IOException {
        write(END);
    }

    private void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    private static byte[] head(int status, Map<String, String> headers) {
        var head = new StringBuilder("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(reason(status))
                .append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 307 -> "Temporary Redirect";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            default -> "Scripted";
        };
    }
}
