package dev.pawl.testkit.browser;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real browser without a window, driven over its DevTools protocol. */
public final class Browser implements AutoCloseable {
    private final Process process;
    private final Path profile;
    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<BrowserPage> pages = new ArrayList<>();

    private Browser(Process process, Path profile, int port) {
        this.process = process;
        this.profile = profile;
        this.port = port;
    }

    /** The program of the browser; null if none is installed. */
    public static @Nullable Path program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /**
     * Starts the browser with a profile of its own.
     *
     * @param options further options of its command line
     */
    public static Browser start(String... options) throws IOException, InterruptedException {
        var program = program();
        if (program == null) {
            throw new IOException("chromium is not installed");
        }
        var profile = Files.createTempDirectory("browser");
        var command = new ArrayList<>(List.of(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--force-device-scale-factor=1",
                "--remote-debugging-port=0",
                "--remote-allow-origins=*",
                "--user-data-dir=" + profile));
        command.addAll(List.of(options));
        command.add("about:blank");
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        var announced = profile.resolve("DevToolsActivePort");
        while (!Files.exists(announced) || Files.readAllLines(announced).size() < 2) {
            if (!process.isAlive()) {
                throw new IOException("chromium ended with " + process.exitValue() + " before it could be driven");
            }
            var _ = process.waitFor(20, TimeUnit.MILLISECONDS);
        }
        return new Browser(
                process, profile, Integer.parseInt(Files.readAllLines(announced).getFirst()));
    }

    /** A new empty page of a size. */
    public BrowserPage page(int width, int height) throws IOException, InterruptedException {
        var answer = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                        .PUT(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        var address = JsonObject.parse(answer.body()).string("webSocketDebuggerUrl", "");
        var page = BrowserPage.connect(http, URI.create(address), width, height);
        pages.add(page);
        return page;
    }

    @Override
    public void close() throws IOException {
        pages.forEach(BrowserPage::close);
        http.shutdownNow();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
        delete();
    }

    /** Children of the browser may still write while they end. */
    private void delete() throws IOException {
        for (int attempt = 0; Files.exists(profile) && attempt < 50; attempt++) {
            try (var files = Files.walk(profile)) {
                for (var file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | java.io.UncheckedIOException e) {
                Thread.onSpinWait();
            }
        }
    }
}
