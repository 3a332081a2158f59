package dev.pawl.app.packagecommands;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Consumer;

/** The archives that are offered at an address: the file {@code latest} names a version, checksums lie beside them. */
final class Releases {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LARGEST_TEXT = 1 << 12;

    private final String address;
    private final Consumer<String> progress;

    Releases(String address, Consumer<String> progress) {
        this.address = address.endsWith("/") ? address : address + "/";
        this.progress = progress;
    }

    /** The newest version. */
    String newest() throws IOException, InterruptedException {
        progress.accept("asking " + address);
        var version = text("latest").strip();
        if (!version.matches("[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.]+)?")) {
            throw new IOException(address + "latest names no version: \""
                    + version.substring(0, Math.min(40, version.length())) + "\"");
        }
        return version;
    }

    /** Fetches the archive of this platform into a folder; its checksum must be the one beside it. */
    Path fetch(String version, Path folder) throws IOException, InterruptedException {
        var name = "pawl-" + version + "-" + platform() + ".tar.gz";
        var sum = text(name + ".sha256").strip();
        progress.accept("fetching " + address + name);
        var file = folder.resolve(name);
        try (var client = client()) {
            var answer = client.send(request(name), HttpResponse.BodyHandlers.ofFile(file));
            check(answer, name);
        }
        var hash = hash(file);
        if (!sum.startsWith(hash + " ") && !sum.equals(hash)) {
            throw new IOException(name + " has the SHA-256 " + hash + ", but " + name + ".sha256 has "
                    + sum.substring(0, Math.min(64, sum.length())));
        }
        return file;
    }

    static String platform() {
        var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        var arch = System.getProperty("os.arch");
        return (system.startsWith("mac") ? "darwin" : system.startsWith("linux") ? "linux" : "win32") + "-"
                + (arch.equals("amd64") || arch.equals("x86_64") ? "x64" : "arm64");
    }

    private String text(String name) throws IOException, InterruptedException {
        try (var client = client()) {
            var answer = client.send(
                    request(name),
                    HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), LARGEST_TEXT));
            check(answer, name);
            return answer.body();
        }
    }

    private void check(HttpResponse<?> answer, String name) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException(address + name + " answers " + answer.statusCode());
        }
    }

    private HttpRequest request(String name) {
        return HttpRequest.newBuilder(URI.create(address + name)).build();
    }

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
    }

    private static String hash(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var digest = MessageDigest.getInstance("SHA-256");
            var buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
