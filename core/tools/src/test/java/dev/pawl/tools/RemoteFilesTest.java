package dev.pawl.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.api.tool.Tool;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools over files that are not on this machine. */
class RemoteFilesTest {
    /** A file system in a map. */
    private static final class MapFiles implements FileOperations {
        final TreeMap<Path, String> files = new TreeMap<>();

        @Override
        public byte[] readFile(Path path) throws NoSuchFileException {
            if (!files.containsKey(path)) {
                throw new NoSuchFileException(path.toString());
            }
            return files.get(path).getBytes(UTF_8);
        }

        @Override
        public void writeFile(Path path, String content) {
            files.put(path, content);
        }

        @Override
        public void createDirectories(Path path) {}

        @Override
        public boolean exists(Path path) {
            return files.containsKey(path) || isDirectory(path);
        }

        @Override
        public boolean isDirectory(Path path) {
            return files.keySet().stream().anyMatch(file -> file.startsWith(path) && !file.equals(path));
        }

        @Override
        public List<String> list(Path path) {
            var names = new TreeSet<String>();
            files.keySet().stream()
                    .filter(file -> file.startsWith(path))
                    .forEach(file -> names.add(file.getName(path.getNameCount()).toString()));
            return new ArrayList<>(names);
        }

        @Override
        public List<Path> glob(String pattern, Path directory, List<String> ignored, int limit) {
            assertThat(ignored).contains("**/node_modules/**", "**/.git/**");
            return files.keySet().stream()
                    .filter(file ->
                            file.startsWith(directory) && file.toString().endsWith(pattern.substring(1)))
                    .map(directory::relativize)
                    .limit(limit)
                    .toList();
        }
    }

    @TempDir
    Path folder;

    private final MapFiles files = new MapFiles();
    private final Path far = Path.of("/far/away");
    private Workbench bench;

    @BeforeEach
    void prepare() {
        bench = new Workbench(folder);
        files.files.put(far.resolve("a.txt"), "one\ntwo\n");
        files.files.put(far.resolve("sub/b.txt"), "two again\n");
        files.files.put(far.resolve("sub/ignored.log"), "two\n");
        files.files.put(far.resolve(".gitignore"), "*.log\n");
    }

    private String run(Tool tool, String json) throws Exception {
        return Workbench.text(tool.executor().execute(JsonObject.parse(json), bench.ctx));
    }

    @Test
    void files_are_read_written_and_edited_there() throws Exception {
        assertThat(run(bench.tools.read(far, files), "{\"path\":\"a.txt\",\"offset\":2}"))
                .isEqualTo("two\n");
        run(bench.tools.write(far, files), "{\"path\":\"new/c.txt\",\"content\":\"three\"}");
        run(bench.tools.edit(far, files), "{\"path\":\"a.txt\",\"edits\":[{\"oldText\":\"one\",\"newText\":\"1\"}]}");

        assertThat(files.files)
                .containsEntry(far.resolve("new/c.txt"), "three")
                .containsEntry(far.resolve("a.txt"), "1\ntwo\n");
        assertThatThrownBy(() -> run(bench.tools.read(far, files), "{\"path\":\"none\"}"))
                .hasMessageContaining("ENOENT");
    }

    @Test
    void directories_are_listed_and_searched_there() throws Exception {
        assertThat(run(bench.tools.ls(far, files), "{}")).isEqualTo(".gitignore\na.txt\nsub/");
        assertThat(run(bench.tools.grep(far, files), "{\"pattern\":\"^two\"}"))
                .isEqualTo("a.txt:2: two\nsub/b.txt:1: two again");
        assertThat(run(bench.tools.grep(far, files), "{\"pattern\":\"two\",\"path\":\"a.txt\",\"context\":1}"))
                .isEqualTo("a.txt-1- one\na.txt:2: two");
        assertThat(run(bench.tools.find(far, files), "{\"pattern\":\"*.txt\"}")).isEqualTo("a.txt\nsub/b.txt");
    }
}
