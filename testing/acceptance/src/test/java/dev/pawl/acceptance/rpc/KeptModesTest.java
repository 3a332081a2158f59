package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modes that a client sets outlive the session, and the program. */
@Deep
class KeptModesTest {
    @TempDir
    Path dir;

    @Test
    void modes_hold_in_the_next_session_and_in_the_next_run() throws Exception {
        try (var pawl = Driven.in(dir).user("settings.json", "{\"theme\":\"dark\",\"retry\":{\"maxRetries\":7}}")) {
            var client = pawl.start().client();
            client.send("set_steering_mode", JsonObject.of("mode", "all"));
            client.send("set_follow_up_mode", JsonObject.of("mode", "all"));
            client.send("set_auto_compaction", JsonObject.of("enabled", false));
            client.send("set_auto_retry", JsonObject.of("enabled", false));
            assertThat(modes(client.send("get_state"))).isEqualTo("all all false");
            client.send("new_session");
            assertThat(modes(client.send("get_state"))).isEqualTo("all all false");

            var kept = JsonObject.parse(Files.readString(pawl.home.resolve(".pi/agent/settings.json")));
            assertThat(kept).isEqualTo(JsonObject.parse("""
                {"theme":"dark","retry":{"maxRetries":7,"enabled":false},"steeringMode":"all",
                 "followUpMode":"all","compaction":{"enabled":false}}
                """));
        }
        try (var pawl = Driven.in(dir).start()) {
            assertThat(modes(pawl.client().send("get_state"))).isEqualTo("all all false");
        }
    }

    @Test
    void settings_that_broke_meanwhile_stay_as_they_are_and_the_mode_is_in_force() throws Exception {
        try (var pawl = Driven.in(dir).user("settings.json", "{}").start()) {
            var client = pawl.client();
            client.send("get_state");
            Files.writeString(pawl.home.resolve(".pi/agent/settings.json"), "{ nonsense");
            client.send("set_steering_mode", JsonObject.of("mode", "all"));
            assertThat(client.send("get_state").string("steeringMode")).isEqualTo("all");
            assertThat(Files.readString(pawl.home.resolve(".pi/agent/settings.json")))
                    .isEqualTo("{ nonsense");
        }
    }

    private static String modes(JsonObject state) {
        return state.string("steeringMode") + " " + state.string("followUpMode") + " "
                + state.bool("autoCompactionEnabled", true);
    }
}
