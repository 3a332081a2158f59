package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustedSet;
import dev.pawl.policy.permission.PermissionSettings;
import dev.pawl.shellhooks.known.AgentFile;
import dev.pawl.shellhooks.known.AgentFiles;
import dev.pawl.shellhooks.known.Fate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three rooms know files of other agents: one reads their hooks, one their rules, and one names what is not obeyed. They mean
 * the same files, and trust covers all of a project's.
 */
class ForeignPlacesTest {
    @TempDir
    Path dir;

    private Folders folders;
    private TrustedSet trusted;

    @BeforeEach
    void a_project_with_a_hook_and_an_extension() throws Exception {
        var home = Files.createDirectories(dir.toRealPath().resolve("home"));
        var project = Files.createDirectories(dir.toRealPath().resolve("project"));
        for (var root : List.of(home, project)) {
            Files.createDirectories(root.resolve(".gemini/extensions/one"));
        }
        Files.createDirectories(project.resolve(".claude"));
        Files.writeString(
                project.resolve(".claude/settings.json"),
                "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}}");
        folders = new Folders(home, home.resolve(".pi/agent"), project);
        trusted = new Trust(folders).content().set();
    }

    /** The places from which hooks and rules are read: files, and folders of files. */
    private List<Path> read() {
        var own = List.of(folders.agentDir(), folders.cwd().resolve(Folders.CONFIG_DIR), Path.of("/etc/pawl"));
        return Stream.concat(
                        ForeignFiles.places(folders.home(), folders.cwd()).stream(),
                        PermissionSettings.files(folders).stream())
                .filter(file -> own.stream().noneMatch(file::startsWith))
                .distinct()
                .toList();
    }

    private Path file(AgentFile row) {
        var root = switch (row.root()) {
            case SYSTEM -> Path.of("/");
            case HOME -> folders.home();
            case PROJECT -> folders.cwd();
        };
        return root.resolve(row.path().replace("*", "one"));
    }

    private static boolean isRead(List<Path> places, Path file) {
        return places.contains(file) || places.contains(file.getParent());
    }

    @Test
    void what_is_said_to_be_obeyed_is_read_and_nothing_else_is() {
        var places = read();
        var wrong = new ArrayList<String>();
        for (var row : AgentFiles.table()) {
            if (isRead(places, file(row)) != row.fate() instanceof Fate.Obeyed) {
                wrong.add(row.root() + " " + row.path() + ": " + row.fate());
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void what_is_read_is_said_to_be_obeyed() {
        var obeyed = AgentFiles.table().stream()
                .filter(row -> row.fate() instanceof Fate.Obeyed)
                .map(this::file)
                .toList();
        assertThat(read())
                .hasSizeGreaterThan(30)
                // Each script of oh-my-pi is a hook: there are no fields to be told about.
                .filteredOn(place -> !place.endsWith("pre") && !place.endsWith("post"))
                .filteredOn(place ->
                        obeyed.stream().noneMatch(file -> file.equals(place) || place.equals(file.getParent())))
                .isEmpty();
    }

    @Test
    void trust_covers_all_that_is_read_of_a_project() {
        assertThat(read())
                .filteredOn(place -> place.startsWith(folders.cwd()))
                .hasSizeGreaterThan(12)
                .allMatch(trusted::covers)
                .allMatch(place -> trusted.covers(place.resolve("one")));
    }
}
