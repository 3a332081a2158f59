package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as users call it. The first call builds, so this takes its time. */
@Deep
class LauncherTest {
    @TempDir
    static Path folder;

    private static Path pawl;

    @BeforeAll
    static void build() throws Exception {
        pawl = Launcher.built();
    }

    private static String pawl(Path launcher, Map<String, String> environment, String... args) throws Exception {
        var command = new java.util.ArrayList<>(java.util.List.of("bash", launcher.toString()));
        command.addAll(java.util.List.of(args));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN") || name.equals("JAVA_TOOL_OPTIONS"));
        var process = builder.start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void it_builds_itself_and_starts_from_anywhere_with_the_start_up_cache() throws Exception {
        var version = "\\d+\\.\\d+\\.\\d+\n(commit \\w+ of [\\d-]+( with changes)?, )?Java \\d\\S+\n";
        assertThat(pawl(pawl, Map.of(), "--version")).matches(version);

        var link = Files.createSymbolicLink(
                Files.createDirectory(folder.resolve("a b")).resolve("pawl"), pawl);
        assertThat(pawl(link, Map.of(), "--version")).matches(version);

        assertThat(pawl(pawl, Map.of("PAWL_JAVA_OPTS", "-Xlog:class+load"), "--version"))
                .containsPattern("dev\\.pawl\\.app\\.Main source: shared objects file")
                .doesNotContain("dev.pawl.hooks.dispatch.Engine source: jrt")
                .doesNotContain("dev.pawl.api.HookPoints source: file");
    }

    @Test
    void it_knows_its_version_without_starting_java() throws Exception {
        var byJava = pawl(pawl, Map.of("PAWL_JAVA_OPTS", "-Dany=thing"), "--version");
        var noJava = Map.of("JDK_JAVA_OPTIONS", "--no-such-option");
        assertThat(pawl(pawl, noJava, "--version")).isEqualTo(byJava);
    }

    @Test
    void without_a_jdk_25_it_says_so_in_one_sentence() throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder("sh", pawl.resolveSibling("build/find-jdk").toString()).redirectErrorStream(true);
        builder.environment().put("PAWL_JDK_PLACES", folder.toString());
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isNotZero();
        assertThat(output).contains("JDK 25").hasLineCount(1);
    }
}
