package dev.pawl.session.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionPathsTest {
    private static final Path AGENT = Path.of("/agent");
    private static final Path HOME = Path.of("/home/u");

    @Test
    void the_folder_of_a_project_is_named_after_its_path() {
        assertThat(SessionPaths.folderName("/home/u/my proj:x")).isEqualTo("--home-u-my proj-x--");
    }

    @Test
    void only_one_leading_separator_is_removed() {
        assertThat(SessionPaths.folderName("//server/share")).isEqualTo("---server-share--");
        assertThat(SessionPaths.folderName("C:\\Users\\u")).isEqualTo("--C--Users-u--");
        assertThat(SessionPaths.folderName("/")).isEqualTo("----");
    }

    @Test
    void a_file_is_named_after_time_and_id() {
        assertThat(SessionPaths.fileName(Instant.parse("2026-01-02T03:04:05Z"), "abc"))
                .isEqualTo("2026-01-02T03-04-05-000Z_abc.jsonl");
    }

    @Test
    void sessions_usually_lie_in_a_folder_for_each_project() {
        var paths = SessionPaths.choose(AGENT, HOME, null, Map.of(), null);

        assertThat(paths.flat()).isFalse();
        assertThat(paths.file(Path.of("/p/q"), Instant.parse("2026-01-02T03:04:05.678Z"), "abc"))
                .isEqualTo(Path.of("/agent/sessions/--p-q--/2026-01-02T03-04-05-678Z_abc.jsonl"));
    }

    @Test
    void the_flag_goes_before_the_environment_and_that_before_the_setting() {
        var environment = Map.of(SessionPaths.VARIABLE, "~/env");

        assertThat(root("/flag", environment, "/setting")).isEqualTo(Path.of("/flag"));
        assertThat(root(null, environment, "/setting")).isEqualTo(Path.of("/home/u/env"));
        assertThat(root(null, Map.of(SessionPaths.VARIABLE, ""), "/setting")).isEqualTo(Path.of("/setting"));
    }

    @Test
    void a_folder_of_choice_holds_all_projects_side_by_side() {
        var paths = SessionPaths.in(Path.of("/mine"));

        assertThat(paths.flat()).isTrue();
        assertThat(paths.folder(Path.of("/p"))).isEqualTo(paths.folder(Path.of("/q")));
    }

    private static Path root(String flag, Map<String, String> environment, String setting) {
        return SessionPaths.choose(AGENT, HOME, flag, environment, setting).root();
    }
}
