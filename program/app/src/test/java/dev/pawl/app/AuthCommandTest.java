package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code pawl auth}: its words and exit codes are pi's, for scripts ask both. */
class AuthCommandTest {
    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeEach
    void two() throws Exception {
        pawl = TestProgram.in(dir).user("models.json", """
            {"providers":{"mine":{"baseUrl":"http://127.0.0.1:1","api":"openai-completions","apiKey":"key-of-mine","models":[{"id":"m1"}]}}}
            """);
    }

    @AfterEach
    void close() {
        pawl.close();
    }

    private JsonObject checked(int status, String... options) throws Exception {
        var words = new String[options.length + 3];
        System.arraycopy(options, 0, words, 2, options.length);
        words[0] = "auth";
        words[1] = "check";
        words[options.length + 2] = "--json";
        var run = pawl.run(words);
        assertThat(run.status()).as(run.err()).isEqualTo(status);
        return JsonObject.parse(run.out());
    }

    @Test
    void a_provider_with_a_key_is_ready() throws Exception {
        var ready = JsonObject.of("status", "ready", "provider", "mine").with("authType", "api_key");
        assertThat(checked(0, "--provider", "mine")).isEqualTo(ready);
        assertThat(checked(0, "--model", "mine/m1", "--no-refresh")).isEqualTo(ready);
        assertThat(checked(0, "--provider", "mine", "--credentials"))
                .isEqualTo(ready.with("credentials", "key-of-mine"));
        assertThat(pawl.run("auth", "check", "--provider", "mine").out()).isEqualTo("ready\n");
        assertThat(pawl.run("auth", "check", "--provider", "mine", "--credentials")
                        .out())
                .isEqualTo("key-of-mine\n");
    }

    @Test
    void what_is_not_ready_has_its_reason_and_exit_code() throws Exception {
        assertThat(checked(1, "--provider", "openai").string("reason")).isEqualTo("credentials_not_configured");
        assertThat(checked(1, "--provider", "nobody").string("reason")).isEqualTo("provider_not_found");
        assertThat(checked(2, "--model", "no-such-model").string("status")).isEqualTo("invalid");
        assertThat(pawl.run("auth", "check", "--provider", "openai").out()).isEqualTo("not_ready\n");
    }

    @Test
    void a_key_is_printed_and_a_token_only_if_it_is_one() throws Exception {
        assertThat(pawl.run("auth", "print-api-key", "--provider", "mine").out())
                .isEqualTo("key-of-mine\n");
        var none = pawl.run("auth", "print-api-key", "--provider", "openai");
        assertThat(none.err()).contains("No usable API key is configured");
        assertThat(none.status()).isEqualTo(1);
        for (var life : new String[] {"1500ms", "90s", "30m", "1h"}) {
            assertThat(pawl.run("auth", "print-bearer-token", "--provider", "mine", "--min-expiry", life)
                            .err())
                    .contains("Provider \"mine\" is not configured with an OAuth bearer token");
        }
    }

    @Test
    void what_makes_no_sense_is_refused_with_the_usage() throws Exception {
        for (var words : new String[][] {
            {"auth", "check"},
            {"auth", "print-api-key"},
            {"auth", "print-api-key", "--json", "--provider", "mine"},
            {"auth", "print-api-key", "--min-expiry", "30m", "--provider", "mine"},
            {"auth", "print-bearer-token", "--provider", "mine", "--min-expiry", "30"},
            {"auth", "print-bearer-token", "--provider", "mine", "--min-expiry"},
            {"auth", "check", "--provider", "mine", "--credentials", "--no-refresh"}
        }) {
            var run = pawl.run(words);
            assertThat(run.status()).as(run.out()).isEqualTo(2);
            assertThat(run.out()).isEmpty();
        }
        assertThat(pawl.run("auth").out()).contains("print-bearer-token");
    }
}
