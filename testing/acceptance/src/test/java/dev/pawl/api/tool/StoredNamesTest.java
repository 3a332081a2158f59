package dev.pawl.api.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file is shown by the name it is stored by, however a file system lets it be spelt. */
class StoredNamesTest {
    /** Finds names as file systems of Macs, and of Linux with case folding, do. */
    private record Folding(TreeMap<String, List<String>> folders) implements RealPaths.Disk {
        private static String folded(String name) {
            return Normalizer.normalize(name, Normalizer.Form.NFD)
                    .replaceAll("\\p{Cf}", "")
                    .toUpperCase(Locale.ROOT)
                    .toLowerCase(Locale.ROOT);
        }

        @Override
        public @Nullable Object key(Path path) {
            var parent = path.getParent();
            if (parent == null) {
                return "/";
            }
            var name = folded(String.valueOf(path.getFileName()));
            return names(parent).stream()
                    .filter(stored -> folded(stored).equals(name))
                    .findFirst()
                    .map(stored -> folded(parent.toString()) + "/" + stored)
                    .orElse(null);
        }

        @Override
        public List<String> names(Path folder) {
            return folders.getOrDefault(folded(folder.toString()), List.of());
        }
    }

    private static String stored(String written) {
        var folders = new TreeMap<String, List<String>>();
        folders.put("/", List.of("src"));
        folders.put("/src", List.of(".git", ".env", "caf\u00e9", "\u304c", "straße", "other"));
        folders.put("/src/.git", List.of("config"));
        return RealPaths.asStored(Path.of(written), new Folding(folders)).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/src/.git/config",
                "/src/.GIT/config",
                "/SRC/.Git/CONFIG",
                "/src/.g\u200cit/config",
                "/src/.gi\u200bt/\ufeffconfig",
                "/src/.g\u0131t/config",
                "/\u017frc/.git/con\u2060fig"
            })
    void a_disguised_name_is_shown_as_it_is_stored(String written) {
        assertThat(stored(written)).isEqualTo("/src/.git/config");
    }

    @Test
    void composed_and_decomposed_names_are_one() {
        assertThat(stored("/src/cafe\u0301")).isEqualTo("/src/caf\u00e9");
        assertThat(stored("/src/caf\u00e9")).isEqualTo("/src/caf\u00e9");
        assertThat(stored("/src/\u304b\u3099")).isEqualTo("/src/\u304c");
        assertThat(stored("/src/STRASSE")).isEqualTo("/src/straße");
    }

    @Test
    void what_does_not_exist_stays_as_it_was_written() {
        assertThat(stored("/src/New")).isEqualTo("/src/New");
        assertThat(stored("/src/.g\u0440it/config")).isEqualTo("/src/.g\u0440it/config");
    }
}
