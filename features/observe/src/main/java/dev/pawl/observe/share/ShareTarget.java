package dev.pawl.observe.share;

import dev.pawl.base.Programs;
import dev.pawl.base.net.Network;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The destinations for a copy of a session: a gist, or an address of the user. */
public final class ShareTarget {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s\"'<>]+");
    private static final int LONGEST_ANSWER = 2_000;

    private ShareTarget() {}

    /** Creates a secret gist from a file with GitHub's {@code gh}, and returns its address. */
    public static String gist(Path gh, Path file, Map<String, String> environment)
            throws IOException, InterruptedException {
        var builder = Programs.away(List.of(
                gh.toString(),
                "gist",
                "create",
                "--desc",
                "A session of Pawl",
                file.toAbsolutePath().toString()));
        builder.environment().clear();
        builder.environment().putAll(Programs.withoutRelativePath(environment));
        builder.environment().put("GH_PROMPT_DISABLED", "1");
        var process = builder.redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .start();
        var output = new String(process.getInputStream().readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("gh did not create a gist within " + LIMIT.toSeconds() + " seconds");
        }
        if (process.exitValue() != 0) {
            throw new IOException("gh did not create a gist: " + output.strip());
        }
        return address(output);
    }

    /**
     * Checks that nothing but the destination can read what is sent to an address.
     *
     * @throws IllegalArgumentException if not
     */
    public static URI checked(String written) {
        var uri = URI.create(written);
        var host = String.valueOf(uri.getHost());
        boolean loopback = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
        if ("https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && loopback)) {
            return uri;
        }
        throw new IllegalArgumentException(
                "the setting share.upload needs an address that begins with https://, not \"" + written + "\"");
    }

    /** Posts a file to an address and returns where it can be read: from {@code Location}, or from the answer. */
    public static String upload(Network network, URI to, Map<String, String> headers, Path file)
            throws IOException, InterruptedException {
        try (var client = network.client().connectTimeout(LIMIT).build()) {
            var request = network.request(to)
                    .timeout(LIMIT)
                    .header("Content-Type", type(file))
                    .POST(HttpRequest.BodyPublishers.ofFile(file));
            headers.forEach(request::setHeader);
            var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            int status = answer.statusCode();
            if (status / 100 != 2) {
                throw new IOException(to.getHost() + " did not accept it: status " + status);
            }
            return answer.headers().firstValue("Location").orElseGet(() -> address(answer.body()));
        }
    }

    private static String type(Path file) {
        var name = String.valueOf(file.getFileName());
        return name.endsWith(".html")
                ? "text/html; charset=utf-8"
                : name.endsWith(".md") ? "text/markdown; charset=utf-8" : "application/jsonl";
    }

    /** The first address in an answer; the answer itself, shortened, if there is none. */
    private static String address(String output) {
        var found = ADDRESS.matcher(output);
        var plain = output.strip();
        return found.find()
                ? found.group()
                : plain.length() <= LONGEST_ANSWER ? plain : plain.substring(0, LONGEST_ANSWER);
    }
}
