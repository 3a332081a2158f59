package dev.pawl.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.tools.Workbench;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LsToolTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void prepare() {
        bench = new Workbench(folder);
    }

    @Test
    void entries_are_sorted_without_regard_to_case_and_directories_have_a_slash() throws Exception {
        bench.file("b.txt", "");
        bench.file("A.txt", "");
        bench.file(".hidden", "");
        bench.file("sub/x", "");
        Files.createSymbolicLink(folder.resolve("linked"), Path.of("sub"));
        Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("missing"));

        assertThat(bench.text("ls", "{}")).isEqualTo(".hidden\nA.txt\nb.txt\nlinked/\nsub/");
        assertThat(bench.text("ls", "{\"path\":\"sub\"}")).isEqualTo("x");
    }

    @Test
    void of_many_entries_the_first_are_shown_and_how_to_see_more() throws Exception {
        for (int i = 0; i < 12; i++) {
            bench.file("f" + (10 + i), "");
        }

        var output = bench.run("ls", "{\"limit\":10}");

        assertThat(Workbench.text(output)).contains("f19").doesNotContain("f20").contains("limit=20");
        assertThat(Workbench.details(output).integer("entryLimitReached", 0)).isEqualTo(10);
        assertThat(bench.run("ls", "{\"limit\":12}").details()).isNull();
    }

    @Test
    void an_empty_directory_is_called_empty() throws Exception {
        assertThat(bench.text("ls", "{}")).isEqualTo("(empty directory)");
    }

    @Test
    void what_is_no_directory_is_an_error() throws Exception {
        bench.file("a.txt", "");

        assertThatThrownBy(() -> bench.run("ls", "{\"path\":\"a.txt\"}")).hasMessageContaining("ENOTDIR");
        assertThatThrownBy(() -> bench.run("ls", "{\"path\":\"none\"}")).hasMessageContaining("ENOENT");
    }
}
