package dev.pawl.tools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pawl.base.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
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
    void ripgrep_is_used_where_it_is_on_the_path() throws Exception {
        var file = root.resolve("a.txt");
        var search = searchWith("rg", """
            printf '%s\\n' '{"type":"begin","data":{"path":{"text":"FILE"}}}'
            printf '%s\\n' '{"type":"match","data":{"path":{"text":"FILE"},"lines":{"text":"by rg\\n"},"line_number":7}}'
            """.replace("FILE", file.toString()));

        var byRipgrep = new FileHits(file, List.of(new Hit(7, "by rg", false)));
        assertThat(search.grep(query("anything"))).containsExactly(byRipgrep);
        assertThat(search.grep(new GrepQuery(file, false, "anything", false, false, null, 10)))
                .containsExactly(byRipgrep);
    }

    @Test
    void ripgrep_finds_what_our_own_search_finds() throws Exception {
        assumeThat(Programs.find("rg", System.getenv())).as("ripgrep").isNotNull();
        Files.createDirectory(root.resolve(".git"));
        for (var name :
                List.of("b/one.java", "b/two.txt", "b/c/three.java", "skipped/four.java", ".hidden/five.java")) {
            Files.createDirectories(root.resolve(name).getParent());
            Files.writeString(root.resolve(name), "text of " + name + "\r\nno\nmore text, Text and \u00fc\u00dc\n");
        }
        Files.writeString(root.resolve(".gitignore"), "/skipped/\n*.txt\n!a.txt\n");
        Files.write(root.resolve("b/binary"), new byte[] {'t', 'e', 'x', 't', 0, 1});
        var with = new Search(System.getenv(), folder);
        var without = new Search(Map.of(), folder);

        for (var pattern : List.of("text", "Text", "^text", "(of|no)", "\\w+ü", "absent")) {
            for (var glob : Arrays.asList(null, "*.java", "!b")) {
                var query = new GrepQuery(root, true, pattern, false, true, glob, 5);
                assertThat(with.grep(query)).as("%s in %s", pattern, glob).isEqualTo(without.grep(query));
            }
        }
    }

    @Test
    void a_program_that_fails_is_made_up_for() throws Exception {
        var found = List.of(new FileHits(root.resolve("a.txt"), List.of(new Hit(1, "text", false))));

        assertThat(searchWith("rg", "exit 2").grep(query("text"))).isEqualTo(found);
        assertThat(searchWith("rg", "echo nonsense").grep(query("text"))).isEqualTo(found);
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
    void no_program_is_given_an_ignore_file() throws Exception {
        var arguments = folder.resolve("arguments");
        searchWith("rg", "echo \"$@\" >> " + arguments).grep(query("text"));
        assertThat(Files.readAllLines(arguments))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("--no-ignore ", "--no-config "));
    }

    @Test
    void an_ignore_file_without_an_end_or_a_writer_holds_up_nothing() throws Exception {
        var sub = Files.createDirectory(root.resolve("sub"));
        Files.writeString(root.resolve(".gitignore"), "sub/.gitignore\n");
        Files.createSymbolicLink(sub.resolve(".gitignore"), Path.of("/dev/zero"));
        var pipe = sub.resolve(".ignore");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var found = List.of(new FileHits(root.resolve("a.txt"), List.of(new Hit(1, "text", false))));

        for (var search : List.of(new Search(System.getenv(), folder), new Search(Map.of(), folder))) {
            assertThat(search.grep(query("text"))).isEqualTo(found);
            assertThat(search.find(new FindQuery(root, "a*", List.of(), 10))).containsExactly(root + "/a.txt");
        }
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
