package dev.pawl.policy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.SettingsStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of the sandbox: a project makes it stricter, and what cannot be read enables it. */
class SandboxSettingsTest {
    private static final Folders FOLDERS =
            new Folders(Path.of("/home/me"), Path.of("/home/me/.pi/agent"), Path.of("/src/project"));

    private static SandboxSettings read(String user, String project) {
        var store = SettingsStore.inMemory(
                JsonObject.of("sandbox", JsonObject.parse(user)), JsonObject.of("sandbox", JsonObject.parse(project)));
        return SandboxSettings.read(FOLDERS, store.read(true));
    }

    @Test
    void without_a_word_about_it_the_network_is_off() {
        var settings = read("{\"enabled\": true}", "{}");
        assertThat(settings.enabled()).isTrue();
        assertThat(settings.network().on()).isFalse();
        assertThat(settings.homeHidden()).isFalse();
        assertThat(settings.problems()).isEmpty();
    }

    @Test
    void a_project_enables_it_and_takes_the_network_away_and_never_gives_it() {
        assertThat(read("{}", "{\"enabled\": true}").enabled()).isTrue();
        assertThat(read("{\"enabled\": true}", "{\"enabled\": false}").enabled())
                .isTrue();
        assertThat(read("{\"enabled\": true, \"network\": \"on\"}", "{\"network\": \"off\"}")
                        .network()
                        .on())
                .isFalse();
        assertThat(read("{\"enabled\": true, \"network\": \"off\"}", "{\"network\": \"on\"}")
                        .network()
                        .on())
                .isFalse();
        assertThat(read("{\"enabled\": true}", "{\"read\": \"project\"}").homeHidden())
                .isTrue();
    }

    @Test
    void a_host_has_to_be_on_the_lists_of_both() {
        var network = read(
                        "{\"network\": [\"example.com\", \"*.example.org\"]}",
                        "{\"network\": [\"example.com\", \"example.net\"]}")
                .network();
        assertThat(network.isListed()).isTrue();
        assertThat(network.allows("Example.COM.")).isTrue();
        assertThat(network.allows("example.net")).isFalse();
        assertThat(network.allows("a.example.org")).isFalse();
    }

    @Test
    void a_star_stands_for_names_below_and_not_for_the_name_itself() {
        var network = read("{\"network\": [\"*.example.org\"]}", "{}").network();
        assertThat(network.allows("a.b.example.org")).isTrue();
        assertThat(network.allows("example.org")).isFalse();
        assertThat(network.allows("badexample.org")).isFalse();
        assertThat(network.allows("example.org.evil.com")).isFalse();
    }

    @Test
    void folders_that_can_be_written_are_the_users_to_name() {
        var settings = read("{\"write\": [\"~/.cache\", \"/var/tmp\"]}", "{\"write\": [\"/home/me\"]}");
        assertThat(settings.write()).containsExactly(Path.of("/home/me/.cache"), Path.of("/var/tmp"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"enabled\": \"yes\"}        | sandbox.enabled must be true or false",
                "{\"hooks\": 1}                | sandbox.hooks must be true or false",
                "{\"network\": \"some\"}       | sandbox.network must be \"on\" or \"off\" or a list of hosts",
                "{\"network\": [\"a b\"]}      | sandbox.network has a b, which is not a host",
                "{\"read\": \"none\"}          | sandbox.read must be \"all\" or \"project\"",
                "{\"write\": \"/tmp\"}         | sandbox.write must be a list of folders",
                "{\"write\": [7]}              | sandbox.write has 7, which is not a path",
                "{\"netwrok\": \"off\"}        | sandbox.netwrok is not known"
            })
    void what_cannot_be_read_is_named_and_counts_as_enabled(String json, String problem) {
        var settings = read(json, "{}");
        assertThat(settings.problems()).hasSize(1);
        assertThat(settings.problems().getFirst()).startsWith("user settings: ").contains(problem);
        assertThat(settings.enabled()).isTrue();
    }
}
