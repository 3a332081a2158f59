package dev.pawl.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.Pawl;
import dev.pawl.machine.Deep;
import dev.pawl.machine.PostgresServer;
import dev.pawl.session.KeptSessions;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.lock.SessionInUse;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.session.SessionLinesCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Sessions in a real PostgreSQL server. */
@Deep
class PostgresLinesTest {
    @TempDir
    static Path dir;

    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start(dir);
        lines().createTable();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static PostgresLines lines() {
        var source = new PGSimpleDataSource();
        source.setUrl("jdbc:" + server.address());
        return new PostgresLines(source);
    }

    @TestFactory
    Stream<DynamicTest> all_that_a_session_relies_on() {
        return SessionLinesCheck.of(lines(), lines()).entrySet().stream()
                .map(check -> DynamicTest.dynamicTest(check.getKey(), check.getValue()::run));
    }

    @Test
    void an_agent_goes_on_with_a_session_of_another_one() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("One."), Turn.text("Two."))) {
            Files.writeString(
                    Files.createDirectories(dir.resolve(".pi/agent")).resolve("models.json"),
                    model.modelsJson("openai-completions").toString());
            var sessions = new KeptSessions(lines(), SessionOptions.standard());
            try (var pawl = Pawl.with(Map.of("HOME", dir.toString()))) {
                String id;
                try (var agent =
                        pawl.agent(dir).model("scripted").sessions(sessions).start()) {
                    assertThat(agent.ask("First")).isEqualTo("One.");
                    id = agent.session().id();
                    var name = sessions.named(id);
                    assertThatThrownBy(() -> sessions.open(name, dir)).isInstanceOf(SessionInUse.class);
                }
                try (var agent = pawl.agent(dir)
                        .sessions(sessions)
                        .resume(sessions.named(id))
                        .start()) {
                    assertThat(agent.ask("Second")).isEqualTo("Two.");
                }
            }
            assertThat(model.requests().getLast().body().toString()).contains("First", "One.", "Second");
        }
    }

    /** The server forgets the lock with the connection; then another one may write, and this one may not. */
    @Test
    void a_writer_that_the_server_has_lost_writes_nothing() throws Exception {
        var lost = lines().lock("lost");
        lost.append("{}".getBytes(StandardCharsets.UTF_8));
        server.kill();
        server.restart();
        assertThatThrownBy(() -> lost.append("{\"late\":1}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("session lost was not written");
        try (var next = lines().lock("lost")) {
            next.append("{\"next\":1}".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(lines().read("lost").stream().map(line -> new String(line, StandardCharsets.UTF_8)))
                .containsExactly("{}", "{\"next\":1}");
    }
}
