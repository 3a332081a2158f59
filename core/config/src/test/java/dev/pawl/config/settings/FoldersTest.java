package dev.pawl.config.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The folders that one start works with. */
class FoldersTest {
    private static final Path CWD = Path.of("/home/me/p");

    @Test
    void home_is_what_the_environment_says() {
        var folders = Folders.of(Map.of("HOME", "/home/me"), CWD);

        assertThat(folders.home()).isEqualTo(Path.of("/home/me"));
        assertThat(folders.agentDir()).isEqualTo(Path.of("/home/me/.pi/agent"));
        assertThat(folders.projectDir()).isEqualTo(Path.of("/home/me/p/.pi"));
        assertThat(folders.settingsFile(Layer.PROJECT)).isEqualTo(Path.of("/home/me/p/.pi/settings.json"));
    }

    @Test
    void without_one_it_is_that_of_the_account_and_never_the_project() {
        var account = Path.of(System.getProperty("user.home"));

        assertThat(Folders.of(Map.of(), CWD).home()).isEqualTo(account);
        assertThat(Folders.of(Map.of("HOME", ""), CWD).home()).isEqualTo(account);
    }

    @Test
    void the_agents_folder_can_be_elsewhere() {
        assertThat(Folders.of(Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", "~/x"), CWD)
                        .agentDir())
                .isEqualTo(Path.of("/h/x"));
        assertThat(Folders.of(Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", "agent"), CWD)
                        .agentDir())
                .isEqualTo(Path.of("/home/me/p/agent"));
        assertThat(Folders.of(Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", ""), CWD)
                        .agentDir())
                .isEqualTo(Path.of("/h/.pi/agent"));
    }

    @Test
    void a_written_path_may_start_at_home() {
        var folders = Folders.of(Map.of("HOME", "/h"), CWD);

        assertThat(folders.find(CWD, "~")).isEqualTo(Path.of("/h"));
        assertThat(folders.find(CWD, " ~/a/../b ")).isEqualTo(Path.of("/h/b"));
        assertThat(folders.find(CWD, "~b")).isEqualTo(Path.of("/home/me/p/~b"));
        assertThat(folders.find(CWD, "/abs")).isEqualTo(Path.of("/abs"));
        assertThat(folders.find(CWD, "a\0b")).isNull();
    }
}
