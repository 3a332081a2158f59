package dev.pawl.packages.served;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;

/** An npm registry on loopback that serves packages made by a test. */
public final class LocalRegistry implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Map<String, JsonObject>> versions = new ConcurrentHashMap<>();
    private final Map<String, byte[]> archives = new ConcurrentHashMap<>();

    /** The paths that were asked for. */
    public final List<String> requests = new CopyOnWriteArrayList<>();

    public LocalRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var path = exchange.getRequestURI().getPath();
            requests.add(path);
            var answer = archives.get(path);
            if (answer == null && versions.containsKey(path.substring(1))) {
                answer = packument(path.substring(1)).toString().getBytes(StandardCharsets.UTF_8);
            }
            if (answer == null) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
            exchange.close();
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** A server of the files in a folder, which is enough for git. */
    public static LocalRegistry files(Path folder) throws IOException {
        var server = new LocalRegistry();
        server.server.removeContext("/");
        server.server.createContext("/", exchange -> {
            var file = folder.resolve(exchange.getRequestURI().getPath().substring(1));
            if (Files.isRegularFile(file)) {
                var content = Files.readAllBytes(file);
                exchange.sendResponseHeaders(200, content.length == 0 ? -1 : content.length);
                exchange.getResponseBody().write(content);
            } else {
                exchange.sendResponseHeaders(404, -1);
            }
            exchange.close();
        });
        return server;
    }

    private JsonObject packument(String name) {
        var all = new LinkedHashMap<>(versions.getOrDefault(name, Map.of()));
        var latest = all.keySet().stream().reduce((_, last) -> last).orElse("");
        return JsonObject.of("name", name, "dist-tags", JsonObject.of("latest", latest))
                .with("versions", JsonObject.from(all));
    }

    /** Publishes a version; names of files to what they hold, {@code package.json} without name and version. */
    public LocalRegistry publish(String name, String version, Map<String, String> files) throws Exception {
        var all = new LinkedHashMap<>(files);
        var manifest = JsonObject.parse(files.getOrDefault("package.json", "{}"))
                .with("name", name)
                .with("version", version);
        all.put("package.json", manifest.toString());
        var tar = new ByteArrayOutputStream();
        for (var file : all.entrySet()) {
            entry(tar, "package/" + file.getKey(), '0', file.getValue());
        }
        return publish(manifest, tar.toByteArray());
    }

    /** Publishes an archive as it is. */
    public LocalRegistry publish(JsonObject manifest, byte[] tar) throws Exception {
        var zipped = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(zipped)) {
            out.write(tar);
            out.write(new byte[1024]);
        }
        var name = manifest.string("name", "");
        var path = "/" + name + "/-/x-" + manifest.string("version", "") + ".tgz";
        archives.put(path, zipped.toByteArray());
        var hash = MessageDigest.getInstance("SHA-512").digest(zipped.toByteArray());
        var dist = JsonObject.of(
                "tarball",
                url() + path.substring(1),
                "integrity",
                "sha512-" + Base64.getEncoder().encodeToString(hash));
        versions.computeIfAbsent(name, _ -> Collections.synchronizedMap(new LinkedHashMap<>()))
                .put(manifest.string("version", ""), manifest.with("dist", dist));
        return this;
    }

    /** Serves only the first half of an archive from now on. */
    public void truncate(String name, String version) {
        archives.computeIfPresent(
                "/" + name + "/-/x-" + version + ".tgz", (_, whole) -> Arrays.copyOf(whole, whole.length / 2));
    }

    /** An entry of a tar archive. */
    public static void entry(ByteArrayOutputStream tar, String name, char type, String content) throws IOException {
        var bytes = content.getBytes(StandardCharsets.UTF_8);
        var header = new byte[512];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format("%011o", type == '2' ? 0 : bytes.length));
        put(header, 136, "00000000000");
        put(header, 148, "        ");
        header[156] = (byte) type;
        if (type == '2') {
            put(header, 157, content);
        }
        put(header, 257, "ustar\u000000");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, String.format("%06o\0 ", sum));
        tar.write(header);
        if (type != '2') {
            tar.write(bytes);
            tar.write(new byte[(512 - bytes.length % 512) % 512]);
        }
    }

    private static void put(byte[] header, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
