package dev.pawl.commands.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.base.net.Network;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program is updated in the way it was installed, or stays as it is. */
class ProgramUpdateTest {
    @TempDir
    Path dir;

    private HttpServer server;
    private Path served;
    private Path home;

    @BeforeEach
    void install() throws Exception {
        served = Files.createDirectories(dir.resolve("served"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var file = served.resolve(exchange.getRequestURI().getPath().substring(1));
            try (exchange) {
                var content = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
                exchange.sendResponseHeaders(Files.exists(file) ? 200 : 404, content.length == 0 ? -1 : content.length);
                if (content.length > 0) {
                    exchange.getResponseBody().write(content);
                }
            }
        });
        server.start();
        home = image(dir.resolve("apps").resolve("pawl"), "1.0.0");
        Files.writeString(
                home.resolve(ProgramUpdate.RELEASES),
                "http://127.0.0.1:" + server.getAddress().getPort() + "\n");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static Path image(Path folder, String version) throws IOException {
        Files.createDirectories(folder.resolve(".launch"));
        program(folder.resolve("pawl"), "echo " + version);
        return folder;
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** Offers an archive, whose program reports this version. */
    private Path offer(String version, String reported) throws Exception {
        var name = "pawl-" + version + "-" + ProgramUpdate.Releases.platform();
        image(dir.resolve("built").resolve(name), reported);
        var archive = served.resolve(name + ".tar.gz");
        run(dir.resolve("built"), "tar", "-czf", archive.toString(), name);
        var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive)));
        Files.writeString(served.resolve(name + ".tar.gz.sha256"), hash + "  " + name + ".tar.gz\n");
        Files.writeString(served.resolve("latest"), version + "\n");
        return archive;
    }

    private static void run(Path folder, String... words) throws Exception {
        var process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private String update(Map<String, String> more) throws Exception {
        var environment = new HashMap<>(System.getenv());
        environment.putAll(more);
        return new ProgramUpdate(home, "1.0.0", environment, Network.direct(), _ -> {}).run();
    }

    @Test
    void a_newer_archive_takes_the_place_of_the_image_and_the_former_one_stays() throws Exception {
        offer("1.1.0", "1.1.0");

        assertThat(update(Map.of())).startsWith("Updated Pawl from 1.0.0 to 1.1.0; the former one is in ");

        assertThat(home.resolve("pawl")).content().contains("1.1.0");
        assertThat(home.resolveSibling("pawl.previous").resolve("pawl"))
                .content()
                .contains("1.0.0");
        try (var left = Files.list(home.getParent())) {
            assertThat(left.map(Path::getFileName).map(Path::toString)).containsOnly("pawl", "pawl.previous");
        }
    }

    @Test
    void the_newest_version_stays() throws Exception {
        Files.writeString(served.resolve("latest"), "1.0.0\n");
        assertThat(update(Map.of())).isEqualTo("Pawl 1.0.0 is up to date");
    }

    @Test
    void wrong_checksums_wrong_programs_and_half_an_answer_change_nothing() throws Exception {
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("latest answers 404");

        Files.writeString(served.resolve("latest"), "../../evil");
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("names no version: \"../../evil\"");

        var archive = offer("1.1.0", "6.6.6");
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("holds a program that calls itself 6.6.6");

        Files.write(archive, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining(".tar.gz.sha256 has ");

        assertThat(home.resolve("pawl")).content().contains("1.0.0");
        try (var left = Files.list(home.getParent())) {
            assertThat(left.map(Path::getFileName).map(Path::toString)).containsOnly("pawl");
        }
    }

    @Test
    void a_version_before_another_is_known_as_such() {
        var order = List.of("0.9.10", "1.0.0-rc2", "1.0.0-rc10", "1.0.0", "1.0.1");
        for (int i = 0; i < order.size(); i++) {
            for (int j = 0; j < order.size(); j++) {
                assertThat(ProgramUpdate.Releases.isOlder(order.get(i), order.get(j)))
                        .as(order.get(i) + " " + order.get(j))
                        .isEqualTo(i < j);
            }
        }
    }

    @Deep
    @ParameterizedTest
    @ValueSource(strings = {"rsa3072", "ed25519"})
    void an_archive_is_taken_only_if_it_is_signed_with_the_key_that_the_image_was_built_with(String kind)
            throws Exception {
        gpg("ours", "--quick-gen-key", "Pawl releases <releases@example.org>", kind, "sign", "never");
        gpg("theirs", "--quick-gen-key", "Pawl releases <releases@example.org>", kind, "sign", "never");
        gpg("ours", "--output", home.resolve(ProgramUpdate.KEY).toString(), "--export");
        var archive = offer("1.1.0", "1.1.0");
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining(".asc answers 404");

        sign("theirs", archive);
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("is not signed with the key of the releases");

        var signature = sign("ours", archive);
        offer("1.1.0", "6.6.6");
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("is not signed with the key of the releases");

        Files.writeString(signature, "-----BEGIN PGP SIGNATURE-----\n\nAAAA\n");
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("cannot be read");
        assertThat(home.resolve("pawl")).content().contains("1.0.0");

        sign("ours", offer("1.1.0", "1.1.0"));
        assertThat(update(Map.of())).startsWith("Updated Pawl from 1.0.0 to 1.1.0");
        assertThat(home.resolve(ProgramUpdate.KEY)).exists();
    }

    private Path sign(String who, Path archive) throws Exception {
        var signature = archive.resolveSibling(archive.getFileName() + ".asc");
        gpg(who, "--yes", "--armor", "--output", signature.toString(), "--detach-sign", archive.toString());
        return signature;
    }

    /** Keys and agent of one who signs are in a folder of theirs, whose path is short enough for a socket. */
    private void gpg(String who, String... words) throws Exception {
        Needed.program("gpg");
        var keys = Files.createDirectories(dir.resolve(who));
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rwx------"));
        var all = new ArrayList<>(List.of("gpg", "--homedir", keys.toString(), "--batch", "--passphrase", ""));
        all.addAll(List.of("--pinentry-mode", "loopback"));
        all.addAll(List.of(words));
        run(dir, all.toArray(String[]::new));
    }

    @Test
    void without_an_address_of_releases_it_says_what_to_do() throws Exception {
        Files.delete(home.resolve(ProgramUpdate.RELEASES));
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("Unpack a newer archive in its place");
    }

    @Test
    void without_a_network_it_reports_the_address() {
        server.stop(0);
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("cannot be reached. Check the network");
    }

    @Test
    void an_older_release_does_not_take_its_place() throws Exception {
        offer("0.9.10", "0.9.10");
        assertThat(update(Map.of())).isEqualTo("Pawl 1.0.0 is newer than the newest release, 0.9.10, and stays");
        assertThat(home.resolve("pawl")).content().contains("1.0.0");
    }

    @Test
    void the_address_of_releases_stays_with_an_image_that_brings_none() throws Exception {
        var address = Files.readString(home.resolve(ProgramUpdate.RELEASES));
        offer("1.1.0", "1.1.0");
        update(Map.of());
        assertThat(home.resolve(ProgramUpdate.RELEASES)).hasContent(address);
    }

    @Test
    void an_address_without_encryption_is_refused() throws Exception {
        for (var address : List.of("http://example.org/pawl", "http://127.0.0.1.example.org/", "file:///tmp", "")) {
            Files.writeString(home.resolve(ProgramUpdate.RELEASES), address);
            assertThatThrownBy(() -> update(Map.of())).as(address).hasMessageContaining("only fetched over https");
        }
    }

    @Test
    void an_image_that_another_program_installed_names_the_command() throws Exception {
        Files.writeString(home.resolve(ProgramUpdate.ADVICE), "sudo apt install ./pawl.deb\n");
        assertThatThrownBy(() -> update(Map.of())).hasMessage("sudo apt install ./pawl.deb");
    }

    @Deep
    @Test
    void a_clone_is_pulled() throws Exception {
        var origin = Files.createDirectories(dir.resolve("origin"));
        Files.writeString(origin.resolve("pom.xml"), "one");
        run(origin, "git", "init", "-q", "-b", "main");
        commit(origin);
        run(dir, "git", "clone", "-q", origin.toString(), "clone");
        home = dir.resolve("clone");
        assertThat(update(Map.of())).endsWith(" is up to date");

        Files.writeString(origin.resolve("pom.xml"), "two");
        commit(origin);

        assertThat(update(Map.of())).contains("the next start builds it");
        assertThat(home.resolve("pom.xml")).hasContent("two");
    }

    private static void commit(Path folder) throws Exception {
        run(folder, "git", "add", "-A");
        run(folder, "git", "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "a change");
    }

    @Test
    void a_global_npm_package_is_installed_again_in_its_prefix_without_scripts() throws Exception {
        var bin = Files.createDirectories(dir.resolve("bin"));
        program(bin.resolve("npm"), "echo \"$@\" > '" + dir.resolve("asked") + "'");
        home = image(dir.resolve("global/lib/node_modules/pawl/node_modules/@pawl/linux-x64"), "1.0.0");

        assertThat(update(Map.of("PATH", bin + File.pathSeparator + System.getenv("PATH"))))
                .isEqualTo("Updated the npm package pawl");
        assertThat(dir.resolve("asked"))
                .content()
                .startsWith("install -g --prefix " + dir.resolve("global") + " pawl@latest --ignore-scripts");

        home = image(dir.resolve("mine/node_modules/@pawl/linux-x64"), "1.0.0");
        assertThatThrownBy(() -> update(Map.of())).hasMessageContaining("npm install pawl@latest");
    }

    @Test
    void the_home_is_found_by_the_class_path_of_the_launcher() {
        var jars = dir.resolve(".launch/0123456789abcdef");
        assertThat(ProgramUpdate.home(jars.resolve("texts.jar") + File.pathSeparator + jars.resolve("classes.jar")))
                .isEqualTo(dir);
        assertThat(ProgramUpdate.home(dir + "/bin/../.launch/0123456789abcdef/texts.jar"))
                .isEqualTo(dir);
        assertThat(ProgramUpdate.home("/somewhere/target/classes")).isNull();
    }
}
