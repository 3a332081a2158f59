package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {
    @TempDir
    Path dir;

    private Path program(String name) throws IOException {
        var file = Files.writeString(dir.resolve(name), "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void a_program_is_found_by_the_absolute_entries_of_the_path() throws Exception {
        var tool = program("tool");
        var here = Path.of("").toAbsolutePath().relativize(dir);
        var path = ".:" + here + "::\0:" + dir;
        assertThat(Programs.find("tool", Map.of("PATH", path))).isEqualTo(tool);
        assertThat(Programs.find("tool", Map.of("PATH", ".:" + here + "::"))).isNull();
        assertThat(Programs.find("tool", Map.of())).isNull();
    }

    @Test
    void a_command_is_made_absolute_unless_it_says_where_its_program_is() throws Exception {
        var tool = program("tool");
        var environment = Map.of("PATH", dir.toString());
        assertThat(Programs.command(List.of("tool", "-x"), environment)).containsExactly(tool.toString(), "-x");
        assertThat(Programs.command(List.of("./tool"), environment)).containsExactly("./tool");
        assertThatThrownBy(() -> Programs.command(List.of("tool"), Map.of("PATH", ".")))
                .hasMessageContaining("\"tool\"")
                .hasMessageContaining("relative entries");
    }

    @Test
    void an_environment_loses_relative_entries_of_its_path_and_nothing_else() {
        assertThat(Programs.withoutRelativePath(Map.of("PATH", "/bin:.::x:/usr/bin", "A", "b")))
                .isEqualTo(Map.of("PATH", "/bin:/usr/bin", "A", "b"));
        assertThat(Programs.withoutRelativePath(Map.of("A", "b"))).isEqualTo(Map.of("A", "b"));
    }
}
