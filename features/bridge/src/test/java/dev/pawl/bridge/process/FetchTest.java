package dev.pawl.bridge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Deep;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages of TypeScript hooks are fetched from a registry without npm, and with it where that is needed. */
@Deep
class FetchTest {
    private static final int BLOCK = 512;

    @TempDir
    Path dir;

    private final Map<String, byte[]> archives = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void serve() throws Exception {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(() -> {
            while (!server.isClosed()) {
                try (var client = server.accept()) {
                    answer(client);
                } catch (IOException e) {
                    // The client or the test is done.
                }
            }
        });
    }

    private void answer(Socket client) throws IOException {
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        var first = in.readLine();
        if (first == null) {
            return;
        }
        var path = first.split(" ", 3)[1];
        for (var line = first; line != null && !line.isEmpty(); line = in.readLine()) {
            // Headers are of no interest.
        }
        asked.add(path);
        var archive = archives.get(path);
        var body = archive == null ? new byte[0] : archive;
        var head = "HTTP/1.1 " + (archive == null ? "404 Not Found" : "200 OK")
                + "\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n";
        client.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
        client.getOutputStream().write(body);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private String registry() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/";
    }

    @Test
    void what_runs_is_unpacked_and_the_rest_is_left_out() throws Exception {
        var files = new LinkedHashMap<String, String>();
        files.put("package/package.json", "{}");
        files.put("package/dist/index.js", "export {}");
        files.put("package/dist/index.js.map", "{}");
        files.put("package/dist/index.d.ts", "export {}");
        files.put("package/README.md", "# Read me");
        files.put("package/" + "deep/".repeat(18) + "end.js", "deep");
        var archive = archive(files);
        archives.put("/@acme/tools/-/tools-1.2.3.tgz", archive);
        lock("node_modules/@acme/tools", "1.2.3", archive);

        var ended = fetch();

        assertThat(ended.text()).isEqualTo("1 1 " + archive.length + "\n");
        assertThat(ended.code()).isZero();
        var root = dir.resolve("node_modules/@acme/tools");
        assertThat(root.resolve("dist/index.js")).hasContent("export {}");
        assertThat(root.resolve("deep/".repeat(18) + "end.js")).hasContent("deep");
        assertThat(root.resolve("dist/index.js.map")).doesNotExist();
        assertThat(root.resolve("dist/index.d.ts")).doesNotExist();
        assertThat(root.resolve("README.md")).doesNotExist();
    }

    @Test
    void an_archive_with_another_hash_is_refused() throws Exception {
        archives.put("/tools/-/tools-1.0.0.tgz", archive(Map.of("package/a.js", "evil")));
        lock("node_modules/tools", "1.0.0", archive(Map.of("package/a.js", "good")));

        var ended = fetch();

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).contains("tools-1.0.0.tgz does not have the hash of the lock file");
        assertThat(dir.resolve("node_modules")).doesNotExist();
    }

    @Test
    void a_path_that_climbs_is_refused() throws Exception {
        var archive = archive(Map.of("package/../../../climbed.js", "evil"));
        archives.put("/tools/-/tools-1.0.0.tgz", archive);
        lock("node_modules/tools", "1.0.0", archive);

        var ended = fetch();

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).contains("tools holds a file package/../../../climbed.js");
        assertThat(dir.resolve("climbed.js")).doesNotExist();
        assertThat(dir.resolveSibling("climbed.js")).doesNotExist();
    }

    @Test
    void where_the_registry_does_not_have_them_npm_is_asked_and_nothing_stays_of_what_failed() throws Exception {
        var bin = Files.createDirectories(dir.resolve("bin"));
        var npm = bin.resolve("npm");
        var printed = Files.writeString(dir.resolve("printed"), """
            npm error code ENOTFOUND
            npm error network request to https://registry/jiti failed, reason: getaddrinfo ENOTFOUND registry
            npm error network In most cases you are behind a proxy or have bad network settings.
            npm error     at ClientRequest.<anonymous> (/usr/lib/node_modules/npm/index.js:130:14)
            npm error A complete log of this run can be found in: /home/user/.npm/_logs/1.log
            """);
        Files.writeString(npm, "#!/bin/sh\nls > '" + dir + "/seen'\ncat '" + printed + "'\nexit 1\n");
        Files.setPosixFilePermissions(npm, PosixFilePermissions.fromString("rwx------"));
        var environment = environment();
        environment.put("PATH", bin + ":" + environment.get("PATH"));
        environment.put("npm_config_registry", registry());

        assertThatThrownBy(() -> packages(environment).packages())
                .hasMessageEndingWith("could not be installed: npm reports \"request to https://registry/jiti failed,"
                        + " reason: getaddrinfo ENOTFOUND registry\". They are needed once; try"
                        + " again with a network");

        assertThat(asked).isNotEmpty();
        assertThat(dir.resolve("seen")).content().contains("package-lock.json").doesNotContain("node_modules");
        try (var left = Files.list(dir.resolve("agent/cache/pawl-node"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void where_npm_is_configured_in_another_way_the_registry_is_left_to_it() throws Exception {
        var usual = environment();
        assertThat(registry(usual)).isEqualTo("https://registry.npmjs.org/");
        assertThat(registry(with("HTTPS_PROXY", "http://proxy:3128"))).isNull();
        assertThat(registry(with("npm_config_strict_ssl", "false"))).isNull();
        assertThat(registry(with("npm_config_registry", "https://npm.acme.dev")))
                .isEqualTo("https://npm.acme.dev");
        assertThat(NpmConfiguration.read(with("npm_config_cafile", "/etc/own.pem")))
                .isEqualTo(new NpmConfiguration("https://registry.npmjs.org/", "/etc/own.pem"));
        var file = dir.resolve(".npmrc");
        Files.writeString(file, "; own\nregistry = https://npm.acme.dev/x/\nfund=false\n");
        assertThat(registry(usual)).isEqualTo("https://npm.acme.dev/x/");
        Files.writeString(file, "registry=https://npm.acme.dev/\n//npm.acme.dev/:_authToken=secret\n");
        assertThat(registry(usual)).isNull();
        Files.writeString(file, "@earendil-works:registry=https://npm.acme.dev/\n");
        assertThat(registry(usual)).isNull();
    }

    private static @Nullable String registry(Map<String, String> environment) {
        var read = NpmConfiguration.read(environment);
        return read == null ? null : read.registry();
    }

    private Map<String, String> with(String name, String value) {
        var environment = environment();
        environment.put(name, value);
        return environment;
    }

    private Map<String, String> environment() {
        return new HashMap<>(Map.of("PATH", System.getenv("PATH"), "HOME", dir.toString()));
    }

    private NodePackages packages(Map<String, String> environment) {
        return new NodePackages(new NodeSetup(
                dir.resolve("agent"),
                dir,
                environment,
                NodeSetup.Programs.USUAL,
                false,
                null,
                null,
                NodeSetup.Reports.NONE));
    }

    private record Ended(int code, String text) {}

    private Ended fetch() throws Exception {
        var process = new ProcessBuilder(
                        "node",
                        Path.of("src", "main", "node", "fetch.mjs")
                                .toAbsolutePath()
                                .toString(),
                        dir.toString(),
                        registry())
                .redirectErrorStream(true)
                .start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), text);
    }

    private void lock(String place, String version, byte[] archive) throws Exception {
        var hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-512").digest(archive));
        Files.writeString(dir.resolve("package-lock.json"), """
            {"packages": {"": {}, "%s": {"version": "%s", "integrity": "sha512-%s"}}}
            """.formatted(place, version, hash));
    }

    private static byte[] archive(Map<String, String> files) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new GZIPOutputStream(bytes)) {
            for (var file : files.entrySet()) {
                var name = file.getKey();
                if (name.length() > 100) {
                    var record = " path=" + name + "\n";
                    int length = record.length() + 3;
                    entry(tar, "header", 'x', length + record);
                    name = name.substring(0, 100);
                }
                entry(tar, name, '0', file.getValue());
            }
            tar.write(new byte[2 * BLOCK]);
        }
        return bytes.toByteArray();
    }

    private static void entry(GZIPOutputStream tar, String name, char type, String text) throws Exception {
        var data = text.getBytes(StandardCharsets.UTF_8);
        var header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 124, "%011o".formatted(data.length));
        header[156] = (byte) type;
        tar.write(header);
        tar.write(data);
        tar.write(new byte[(BLOCK - data.length % BLOCK) % BLOCK]);
    }

    private static void put(byte[] header, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
