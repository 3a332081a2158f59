package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegularFileTest {
    @TempDir
    Path dir;

    private Path project;

    @BeforeEach
    void project() throws IOException {
        project = Files.createDirectory(dir.resolve("project"));
        Files.writeString(dir.resolve("secret"), "secret");
        Files.writeString(project.resolve("plain"), "plain");
    }

    private String read(String name) throws IOException {
        return new String(RegularFile.read(project.resolve(name), project, 100), StandardCharsets.UTF_8);
    }

    @Test
    void a_link_inside_the_folder_is_followed() throws Exception {
        Files.createSymbolicLink(project.resolve("link"), Path.of("plain"));
        assertThat(read("plain")).isEqualTo("plain");
        assertThat(read("link")).isEqualTo("plain");
    }

    @Test
    void a_link_out_of_the_folder_is_not_followed() throws Exception {
        Files.createSymbolicLink(project.resolve("link"), dir.resolve("secret"));
        Files.createSymbolicLink(project.resolve("up"), Path.of(".."));
        Files.createSymbolicLink(project.resolve("chain"), Path.of("link"));
        Files.createSymbolicLink(project.resolve("environ"), Path.of("/proc/self/environ"));
        for (var name : new String[] {"link", "up/secret", "chain", "../secret", "environ"}) {
            assertThatThrownBy(() -> read(name)).as(name).hasMessageContaining("leads out of");
        }
        assertThat(RegularFile.read(project.resolve("link"), 100)).asString().isEqualTo("secret");
    }

    @Test
    void a_folder_whose_name_begins_like_the_project_s_is_outside() throws Exception {
        var other = Files.createDirectory(dir.resolve("project-other"));
        Files.writeString(other.resolve("file"), "other");
        assertThatThrownBy(() -> read("../project-other/file")).hasMessageContaining("leads out of");
    }

    @Test
    void devices_pipes_and_folders_are_not_opened() throws Exception {
        Files.createSymbolicLink(project.resolve("zero"), Path.of("/dev/zero"));
        Files.createSymbolicLink(project.resolve("tty"), Path.of("/dev/tty"));
        assertThat(new ProcessBuilder("mkfifo", project.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.createDirectory(project.resolve("folder"));
        for (var name : new String[] {"zero", "tty", "pipe", "folder"}) {
            assertThatThrownBy(() -> read(name)).as(name).hasMessageContaining("not a regular file");
            assertThatThrownBy(() -> RegularFile.read(project.resolve(name), 100))
                    .as(name)
                    .hasMessageContaining("not a regular file");
        }
    }

    @Test
    void a_file_that_is_too_large_is_not_read() throws Exception {
        Files.write(project.resolve("exact"), new byte[100]);
        Files.write(project.resolve("large"), new byte[101]);
        assertThat(read("exact")).hasSize(100);
        assertThatThrownBy(() -> read("large")).hasMessageContaining("too large");
        assertThat(RegularFile.head(project.resolve("large"), project, 3)).hasSize(3);
    }

    @Test
    void a_file_that_is_not_there_is_distinguished() throws Exception {
        Files.createSymbolicLink(project.resolve("nowhere"), Path.of("nothing"));
        assertThatThrownBy(() -> read("none")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> read("nowhere")).isInstanceOf(NoSuchFileException.class);
    }
}
