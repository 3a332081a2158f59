package dev.pawl.acceptance.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.terminal.TerminalRun;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.PawlProcess;
import dev.pawl.testkit.program.RpcClient;
import dev.pawl.testkit.program.RpcFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several programs at one session file, as processes: one of them writes, the others are refused, nothing is lost. */
@Deep
class SharedSessionTest {
    private static final String[] MODEL = {"--model", "scripted/" + ScriptedModel.MODEL};
    private static final int PROGRAMS = 3;

    @TempDir
    Path dir;

    private ScriptedModel model;
    private PawlProcess pawl;

    @BeforeEach
    void start() throws IOException {
        model = ScriptedModel.playing(Script.of().endingWith(Turn.text("Answer.")));
        var home = Files.createDirectories(dir.toRealPath().resolve("home"));
        Files.createDirectories(home.resolve(".pi/agent"));
        Files.writeString(
                home.resolve(".pi/agent/models.json"),
                model.modelsJson("openai-completions").toString());
        Files.writeString(home.resolve(".pi/agent/settings.json"), "{\"tuiMode\":\"fullscreen\"}");
        pawl = new PawlProcess(home, Files.createDirectories(dir.toRealPath().resolve("project")));
    }

    @AfterEach
    void stop() {
        model.close();
    }

    private static String[] with(String... more) {
        var all = new ArrayList<>(List.of(MODEL));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private Path session() throws IOException {
        try (var files = Files.walk(pawl.home().resolve(".pi/agent/sessions"))) {
            var sessions =
                    files.filter(file -> file.toString().endsWith(".jsonl")).toList();
            assertThat(sessions).hasSize(1);
            return sessions.getFirst();
        }
    }

    /** What users said in a session; each of its entries follows the one before it. */
    private static List<String> userTexts(Path session) throws IOException {
        var text = Files.readString(session);
        assertThat(text).endsWith("\n");
        var said = new ArrayList<String>();
        var ids = new HashSet<String>();
        for (var line : text.lines().skip(1).toList()) {
            var entry = JsonObject.parse(line);
            var parent = entry.string("parentId");
            assertThat(parent == null || ids.contains(parent)).as(line).isTrue();
            assertThat(ids.add(entry.string("id", ""))).as(line).isTrue();
            var message = entry.object("message");
            if (message.string("role", "").equals("user")) {
                said.add(
                        message.objects("content").isEmpty()
                                ? message.string("content", "")
                                : message.objects("content").getFirst().string("text", ""));
            }
        }
        return said;
    }

    @Test
    void what_a_terminal_has_open_is_refused_to_print_json_and_rpc() throws Exception {
        try (var terminal = TerminalRun.start(pawl, 100, 30, MODEL)) {
            terminal.await("scripted");
            terminal.type("First", "\r");
            terminal.await("Answer.");
            terminal.awaitGone("Working");
            var file = session();
            var before = Files.readString(file);
            for (var mode :
                    List.of(List.of("-p", "Me, too"), List.of("--mode", "json", "Me, too"), List.of("--mode", "rpc"))) {
                for (var which : List.of(List.of("--session", file.toString()), List.of("-c"))) {
                    var words = new ArrayList<>(which);
                    words.addAll(mode);
                    var other = pawl.run(with(words.toArray(String[]::new)));
                    assertThat(other.err()).as("%s", words).contains("is open in another program");
                    assertThat(other.status()).as("%s", words).isEqualTo(1);
                }
            }
            assertThat(file).hasContent(before);
            terminal.type("Second", "\r");
            model.awaitRequest(2);
            terminal.awaitGone("Working");
            terminal.type("\u0004");
            assertThat(terminal.ended()).as(terminal.everything()).isZero();
            assertThat(userTexts(file)).containsExactly("First", "Second");
        }
        var next = pawl.run(with("-c", "-p", "Third"));
        assertThat(next.status()).as(next.err()).isZero();
        assertThat(userTexts(session())).containsExactly("First", "Second", "Third");
    }

    @Test
    void of_programs_that_open_it_at_the_same_moment_one_writes() throws Exception {
        assertThat(pawl.run(with("-p", "First")).status()).isZero();
        var file = session();
        var attempts = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < PROGRAMS; i++) {
            var words = "From " + i;
            attempts.add(() -> drove(file, words));
        }
        var written = new ArrayList<String>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = threads.invokeAll(attempts);
            for (int i = 0; i < PROGRAMS; i++) {
                if (results.get(i).get()) {
                    written.add("From " + i);
                }
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
        assertThat(written).isNotEmpty();
        var all = new ArrayList<>(List.of("First"));
        all.addAll(written);
        assertThat(userTexts(file)).containsExactlyInAnyOrderElementsOf(all);
    }

    /** Whether a program over RPC could open the session and was answered. */
    private boolean drove(Path file, String words) throws Exception {
        var process = pawl.start(with("--mode", "rpc", "--session", file.toString()));
        try (var client = RpcClient.of(process)) {
            client.promptAndWait(words);
            return true;
        } catch (RpcFailure e) {
            assertThat(process.waitFor()).isEqualTo(1);
            return false;
        } finally {
            process.destroy();
        }
    }

    @Test
    void what_a_killed_program_had_open_can_be_gone_on_with_at_once() throws Exception {
        var killed = pawl.start(with("--mode", "rpc"));
        try (var client = RpcClient.of(killed)) {
            client.promptAndWait("First");
            killed.destroyForcibly().waitFor();
        }
        var next = pawl.run(with("-c", "-p", "Second"));
        assertThat(next.status()).as(next.err()).isZero();
        assertThat(userTexts(session())).containsExactly("First", "Second");
    }
}
