package dev.pawl.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The least that a program in Java does for an answer of a model: it reads where the model is, sends one request over a socket and
 * prints the pieces of the answer. It is the limit for how fast and small a run of one turn can be.
 */
public final class BareClient {
    private static final String TEXT = "\"content\":\"";

    private BareClient() {}

    public static void main(String[] args) throws IOException {
        var last = args.length == 0 ? "" : args[args.length - 1];
        if (last.startsWith("--")) {
            System.out.println("0");
            return;
        }
        var file = Path.of(System.getenv("PI_CODING_AGENT_DIR"), "models.json");
        var address = URI.create(value(Files.readString(file), "baseUrl") + "/chat/completions");
        ask(address, last);
    }

    private static void ask(URI address, String prompt) throws IOException {
        var body = "{\"model\":\"fake-1\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt
                + "\"}]}";
        // HTTP 1.0 has no chunks, so that the lines of the answer can be read as they are.
        var request = "POST " + address.getPath() + " HTTP/1.0\r\nHost: " + address.getAuthority()
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try (var socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: {") && line.contains(TEXT)) {
                    System.out.print(value(line, "content"));
                }
            }
        }
        System.out.println();
    }

    /** The text of a field that occurs once and holds nothing that is escaped. */
    private static String value(String json, String name) throws IOException {
        int field = json.indexOf("\"" + name + "\"");
        int from = json.indexOf('"', json.indexOf(':', field) + 1) + 1;
        if (field < 0 || from == 0) {
            throw new IOException("there is no \"" + name + "\" in " + json);
        }
        return json.substring(from, json.indexOf('"', from));
    }
}
