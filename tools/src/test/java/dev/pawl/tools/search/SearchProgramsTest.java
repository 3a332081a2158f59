package dev.pawl.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchProgramsTest {
    @TempDir
    Path folder;

    private Path root;

    @BeforeEach
    void prepare() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        Files.writeString(root.resolve("a.txt"), "text\n");
    }

    private Search searchWith(String program, String script) throws IOException {
        var bin = Files.createDirectories(folder.resolve("bin"));
        Files.writeString(bin.resolve(program), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(bin.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
        return new Search(Map.of("PATH", bin.toString()), folder);
    }

    private GrepQuery query(String pattern) {
        return new GrepQuery(root, true, pattern, false, false, null, 10);
    }

    @Test
    void a_program_on_the_path_is_used() throws Exception {
        var search = searchWith("rg", """
            printf '%s\\n' '{"type":"begin","data":{"path":{"text":"./x"}}}'
            printf '%s\\n' '{"type":"match","data":{"path":{"text":"./x"},"lines":{"text":"by rg\\n"},"line_number":7}}'
            """);

        assertThat(search.grep(query("anything")))
                .containsExactly(new FileHits(root.resolve("x"), List.of(new Hit(7, "by rg", false))));
        assertThat(searchWith("fdfind", "printf '" + root + "/b\\0" + root + "/a\\0'")
                        .find(new FindQuery(root, "*", List.of(), 10)))
                .containsExactly(root + "/a", root + "/b");
    }

    @Test
    void a_program_that_fails_is_made_up_for() throws Exception {
        var found = List.of(new FileHits(root.resolve("a.txt"), List.of(new Hit(1, "text", false))));

        assertThat(searchWith("rg", "exit 2").grep(query("text"))).isEqualTo(found);
        assertThat(searchWith("rg", "echo nonsense").grep(query("text"))).isEqualTo(found);
        assertThat(searchWith("fd", "exit 1").find(new FindQuery(root, "a*", List.of(), 10)))
                .containsExactly(root + "/a.txt");
    }

    @Test
    void what_is_to_be_ignored_is_named_by_globs() throws Exception {
        Files.createDirectories(root.resolve("node_modules/x"));
        Files.writeString(root.resolve("node_modules/x/b.txt"), "");
        var search = new Search(Map.of(), folder);

        assertThat(search.find(new FindQuery(root, "*.txt", List.of("**/node_modules/**"), 10)))
                .containsExactly(root + "/a.txt");
    }

    @Test
    void the_users_own_ignore_file_counts() throws Exception {
        Files.writeString(folder.resolve(".gitconfig"), "[core]\n\texcludesFile = ~/mine\n");
        Files.writeString(folder.resolve("mine"), "a.*\n");
        Files.writeString(root.resolve("b.txt"), "text\n");

        assertThat(new Search(Map.of(), folder).grep(query("text")))
                .extracting(FileHits::file)
                .containsExactly(root.resolve("b.txt"));
    }

    @Test
    void no_program_is_given_an_ignore_file_that_is_no_regular_file() throws Exception {
        var started = folder.resolve("started");
        var sub = Files.createDirectory(root.resolve("sub"));
        Files.writeString(root.resolve(".gitignore"), "sub/.gitignore\n");
        Files.createSymbolicLink(sub.resolve(".gitignore"), Path.of("/dev/zero"));
        var found = List.of(new FileHits(root.resolve("a.txt"), List.of(new Hit(1, "text", false))));

        assertThat(searchWith("rg", "echo > " + started).grep(query("text"))).isEqualTo(found);
        assertThat(searchWith("fd", "echo > " + started).find(new FindQuery(root, "a*", List.of(), 10)))
                .containsExactly(root + "/a.txt");
        assertThat(started).doesNotExist();
    }

    @Test
    void a_program_that_the_project_brings_is_not_used() throws Exception {
        var started = folder.resolve("started");
        searchWith("rg", "echo > " + started);
        Files.copy(folder.resolve("bin/rg"), root.resolve("rg"));
        assertThat(root.resolve("rg").toFile().setExecutable(true)).isTrue();

        new Search(Map.of("PATH", ".::bin:../bin"), folder).grep(query("text"));
        assertThat(started).doesNotExist();
    }
}
