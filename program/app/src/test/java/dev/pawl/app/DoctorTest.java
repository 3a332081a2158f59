package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pawl doctor}: what is checked, and what leaves the machine. */
class DoctorTest {
    @TempDir
    Path dir;

    @Test
    void it_says_of_each_part_how_it_is_and_what_to_do() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never asked."))) {
            var well = pawl.run("doctor", "--json", "--offline");
            var findings = JsonObject.parse(well.out()).objects("findings");
            assertThat(findings)
                    .extracting(finding -> finding.string("area"))
                    .contains("program", "disk", "terminal", "sandbox", "keys", "java", "trust", "hooks");
            assertThat(well.status()).as(well.out()).isZero();

            assertThat(pawl.run("doctor").out())
                    .as("the provider is asked for what costs nothing")
                    .contains("scripted is ")
                    .doesNotContain("it was not asked");

            pawl.user("hooks/broken.java", "class Broken {");
            var ill = pawl.run("doctor", "--offline");
            assertThat(ill.status()).isEqualTo(1);
            assertThat(ill.out())
                    .contains("BAD ")
                    .contains("broken.java")
                    .contains("scripted has a key (it was not asked)");
            assertThat(pawl.run("doctor", "--bundel", "x").status()).isEqualTo(2);
        }
    }

    @Test
    void it_offers_ripgrep_where_there_is_none() throws Exception {
        var programs = Files.createDirectories(dir.resolve("programs"));
        try (var pawl = TestProgram.in(dir, Turn.text("Never asked.")).environment("PATH", programs.toString())) {
            assertThat(pawl.run("doctor", "--offline").out()).contains("ripgrep (rg) is not on the PATH");
            Files.createSymbolicLink(programs.resolve("rg"), Path.of("/bin/true"));
            assertThat(pawl.run("doctor", "--offline").out()).contains("grep uses ripgrep");
        }
    }

    @Test
    void a_bundle_has_no_text_that_a_user_wrote() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never asked."))
                .user("settings.json", "{\"shellCommandPrefix\": \"export X=very-secret\", \"watch\": true}")
                .user("auth.json", "{\"openai\": {\"type\": \"api_key\", \"key\": \"very-secret-key\"}}")
                .environment("SOME_TOKEN", "very-secret-token")) {
            pawl.run("doctor", "--offline", "--bundle", "support.zip");
            var content = new HashMap<String, String>();
            try (var zip = new ZipFile(pawl.project.resolve("support.zip").toFile())) {
                for (var entry : zip.stream().toList()) {
                    content.put(
                            entry.getName(),
                            new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            assertThat(content.values()).noneMatch(text -> text.contains("very-secret"));
            assertThat(content)
                    .containsKeys("doctor.json", "agent/auth.json", "environment.txt")
                    .hasEntrySatisfying(
                            "agent/settings.json",
                            text -> assertThat(text).contains("\"watch\":true").contains("a text of "));
            assertThat(content.get("environment.txt")).contains("SOME_TOKEN");
            assertThat(Map.copyOf(content)).hasSizeGreaterThan(3);
        }
    }
}
