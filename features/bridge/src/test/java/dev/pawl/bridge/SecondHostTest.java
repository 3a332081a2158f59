package dev.pawl.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.bridge.process.NodePackages;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that knows nothing but the page about the protocol has the conversation that is written there. */
@Deep
class SecondHostTest {
    private static final Path PAGE = Checkout.file("docs/bridge-protocol.md");
    private static final Pattern CONVERSATION = Pattern.compile("```\n(→.*?)```", Pattern.DOTALL);
    private static final Pattern EXTENSION = Pattern.compile("```ts\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path dir;

    @Test
    void the_conversation_on_the_page_is_the_one_that_node_has() throws Exception {
        var page = Files.readString(PAGE);
        Files.writeString(dir.resolve("gate.ts"), found(EXTENSION, page));
        Path packages;
        Path host;
        try (var trial = NodeTrial.in(dir);
                var files = new NodePackages(new NodeSetup(
                        NodeTrial.SHARED,
                        dir,
                        System.getenv(),
                        NodeSetup.Programs.USUAL,
                        false,
                        null,
                        null,
                        NodeSetup.Reports.NONE))) {
            assertThat(trial.bridge.process()).isNull();
            packages = files.packages();
            host = files.scripts().resolve("host.mjs");
        }
        var process = new ProcessBuilder("/bin/sh", "-c", "exec node \"$0\" 3<&0 4>&1 </dev/null 1>&2", host.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(dir.toFile())
                .start();
        try (var out = new DataOutputStream(process.getOutputStream());
                var in = new DataInputStream(process.getInputStream())) {
            for (var line : found(CONVERSATION, page).lines().toList()) {
                var message = line.substring(2)
                        .replace("PACKAGES", packages.toString())
                        .replace("FOLDER", dir.toString());
                if (line.startsWith("→")) {
                    var body = message.getBytes(UTF_8);
                    out.writeInt(body.length);
                    out.write(body);
                    out.flush();
                } else {
                    var received = JsonObject.parse(in.readNBytes(in.readInt()));
                    var node = received.string("node");
                    assertThat(received)
                            .isEqualTo(JsonObject.parse(node == null ? message : message.replace("VERSION", node)));
                }
            }
            assertThat(in.read()).as("nothing more comes").isEqualTo(-1);
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String found(Pattern pattern, String page) {
        var matcher = pattern.matcher(page);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }
}
