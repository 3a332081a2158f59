package dev.pawl.commands.packages;

import dev.pawl.base.Sha256;
import dev.pawl.cli.Refusal;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The archives that are offered at an address: the file {@code latest} names a version, checksums are beside them. */
final class Releases {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LARGEST_TEXT = 1 << 12;
    private static final Pattern LOOPBACK = Pattern.compile("http://(127\\.0\\.0\\.1|localhost|\\[::1])[:/]");

    private final String address;
    private final Consumer<String> progress;

    Releases(String address, Consumer<String> progress) {
        if (!address.startsWith("https://") && !LOOPBACK.matcher(address).lookingAt()) {
            throw Refusal.because("newer archives are only fetched over https, not from \"" + address + "\" ("
                    + ProgramUpdate.RELEASES + ")");
        }
        this.address = address.endsWith("/") ? address : address + "/";
        this.progress = progress;
    }

    /** Whether a version comes before another; of two with the same numbers, none does. */
    static boolean isOlder(String version, String other) {
        return Arrays.compare(numbers(version), numbers(other)) < 0;
    }

    private static int[] numbers(String version) {
        return Stream.of(version.split("-")[0].split("\\."))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    /** The newest version. */
    String newest() throws IOException, InterruptedException {
        progress.accept("asking " + address);
        var version = text("latest").strip();
        if (!version.matches("[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}(-[0-9A-Za-z.]+)?")) {
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
        send(name, HttpResponse.BodyHandlers.ofFile(file));
        var hash = Sha256.hex(file);
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
        return send(name, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), LARGEST_TEXT));
    }

    private <T> T send(String name, HttpResponse.BodyHandler<T> body) throws IOException, InterruptedException {
        try (var client = client()) {
            var answer = client.send(request(name), body);
            check(answer, name);
            return answer.body();
        } catch (ConnectException e) {
            throw new IOException(address + " cannot be reached. Check the network, then try again", e);
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
}
