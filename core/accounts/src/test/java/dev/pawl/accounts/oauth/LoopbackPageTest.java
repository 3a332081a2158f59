package dev.pawl.accounts.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.FreePort;
import org.junit.jupiter.api.Test;

/** The page that a browser is sent back to. */
class LoopbackPageTest {
    @Test
    void a_page_that_was_closed_leaves_its_port_to_the_next_one() throws Exception {
        int port = FreePort.find();
        for (int i = 0; i < 1_000; i++) {
            try (var page = new LoopbackPage(null, port, "/callback", _ -> true)) {
                assertThat(page.port()).isEqualTo(port);
            }
        }
    }
}
