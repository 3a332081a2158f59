package dev.pawl.policy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The profile for macOS as text: the rules, and their order, of which the last one counts. */
class SeatbeltTest {
    @Test
    void the_project_is_written_what_decides_about_programs_is_not_and_there_is_no_network() {
        var profile = Seatbelt.profile(
                false,
                List.of(Path.of("/Users/me")),
                List.of(),
                List.of(Path.of("/Users/me/a \"b\" \\ c"), Path.of("/Users/me/.cache")),
                List.of(Path.of("/Users/me/a \"b\" \\ c/.git/hooks")),
                List.of(Path.of("/Users/me/.env")));

        assertThat(profile).isEqualTo("""
            (version 1)
            (allow default)
            (deny file-write*)
            (deny network*)
            (deny file-read* (subpath "/Users/me"))
            (allow file-read* file-write* (subpath "/Users/me/a \\"b\\" \\\\ c"))
            (allow file-read* file-write* (subpath "/Users/me/.cache"))
            (allow file-write* (subpath "/dev"))
            (allow file-write* (subpath "/private/tmp"))
            (deny file-write* (subpath "/Users/me/a \\"b\\" \\\\ c/.git/hooks"))
            (deny file-read* file-write* (subpath "/Users/me/.env"))
            """);
    }

    @Test
    void with_a_network_and_a_home_that_is_read_nothing_is_said_of_them() {
        var profile = Seatbelt.profile(true, List.of(), List.of(), List.of(Path.of("/p")), List.of(), List.of());

        assertThat(profile)
                .contains("(subpath \"/p\")")
                .doesNotContain("network")
                .doesNotContain("deny file-read");
    }
}
