package dev.pawl.observe.share;

import dev.pawl.base.Programs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The places that a copy of a session can be sent to: a gist, or an address of the user's. */
public final class ShareTarget {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s\"'<>]+");
    private static final int ANSWER = 2_000;

    private ShareTarget() {}

    /** Makes a secret gist of a file with GitHub's {@code gh}, and returns its address. */
    public static String gist(Path gh, Path file, Map<String, String> environment)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                List.of(gh.toString(), "gist", "create", "--desc", "A session of Pawl", file.toString()));
        builder.environment().clear();
        builder.environment().putAll(Programs.withoutRelativePath(environment));
        builder.environment().put("GH_PROMPT_DISABLED", "1");
        var process = builder.redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .start();
        var said = new String(process.getInputStream().readNBytes(ANSWER), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("gh did not make a gist within " + PATIENCE.toSeconds() + " seconds");
        }
        if (process.exitValue() != 0) {
            throw new IOException("gh made no gist: " + said.strip());
        }
        return address(said);
    }

    /**
     * Whether something may be sent to an address: only where no other host can read it.
     *
     * @throws IllegalArgumentException if not
     */
    public static URI checked(String written) {
        var uri = URI.create(written);
        var host = String.valueOf(uri.getHost());
        boolean here = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
        if ("https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && here)) {
            return uri;
        }
        throw new IllegalArgumentException(
                "the setting share.upload needs an address that begins with https://, not \"" + written + "\"");
    }

    /** Posts a file to an address and returns where it can be read: from {@code Location}, or from the answer. */
    public static String upload(URI to, Map<String, String> headers, Path file)
            throws IOException, InterruptedException {
        try (var client = HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build()) {
            var request = HttpRequest.newBuilder(to)
                    .timeout(PATIENCE)
                    .header("Content-Type", type(file))
                    .POST(HttpRequest.BodyPublishers.ofFile(file));
            headers.forEach(request::setHeader);
            var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            int status = answer.statusCode();
            if (status / 100 != 2) {
                throw new IOException(to.getHost() + " did not take it: status " + status);
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
    private static String address(String said) {
        var found = ADDRESS.matcher(said);
        var plain = said.strip();
        return found.find() ? found.group() : plain.length() <= ANSWER ? plain : plain.substring(0, ANSWER);
    }
}
