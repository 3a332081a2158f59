package dev.pawl.base.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
    @TempDir
    Path dir;

    @Test
    void only_what_was_to_take_the_place_of_the_file_is_removed() throws Exception {
        var file = Files.writeString(dir.resolve("settings.json"), "{}");
        var byProcess = Files.writeString(dir.resolve("settings.json.4711.tmp"), "{");
        var byName = Files.writeString(dir.resolve("settings.json.0f8fad5b-d9cb.tmp"), "{");
        var mine = Files.writeString(dir.resolve("settings.json.mine.tmp"), "{}");
        var other = Files.writeString(dir.resolve("trust.json.4711.tmp"), "{}");
        var link = Files.createSymbolicLink(dir.resolve("settings.json.12.tmp"), mine);
        Leftovers.remove(file);
        assertThat(byProcess).doesNotExist();
        assertThat(byName).doesNotExist();
        assertThat(file).exists();
        assertThat(mine).exists();
        assertThat(other).exists();
        assertThat(link).isSymbolicLink();
    }
}
