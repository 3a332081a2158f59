package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which session a run goes on with. */
class SessionOptionsTest {
    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeEach
    void start() throws Exception {
        pawl = TestProgram.in(dir, Turn.text("one"), Turn.text("two"), Turn.text("three"));
    }

    @AfterEach
    void end() {
        pawl.close();
    }

    private String id(Path session) throws Exception {
        return TestProgram.header(session).string("id");
    }

    private Path other() throws Exception {
        return Files.createDirectories(dir.toRealPath().resolve("other"));
    }

    private TestProgram.Run inOther(String... args) throws Exception {
        return pawl.at(other(), new byte[0], args);
    }

    @Test
    void without_a_word_every_run_is_a_session_of_its_own() throws Exception {
        pawl.run("-p", "first");
        pawl.run("-p", "second");
        assertThat(pawl.sessions()).hasSize(2);
        assertThat(pawl.asked(2)).containsExactly("user: second");
    }

    @Test
    void c_goes_on_with_the_last_session_of_this_folder() throws Exception {
        pawl.run("-p", "first");
        inOther("-p", "elsewhere");
        assertThat(pawl.run("-c", "-p", "second").out()).isEqualTo("three\n");
        assertThat(pawl.asked(3)).containsExactly("user: first", "assistant: one", "user: second");
        assertThat(pawl.sessions()).hasSize(2);
    }

    @Test
    void c_begins_a_session_where_there_is_none() throws Exception {
        assertThat(pawl.run("-c", "-p", "first").out()).isEqualTo("one\n");
        assertThat(pawl.sessions()).hasSize(1);
    }

    @Test
    void no_session_leaves_no_file() throws Exception {
        assertThat(pawl.run("--no-session", "-p", "first").out()).isEqualTo("one\n");
        assertThat(pawl.sessions()).isEmpty();
    }

    @Test
    void a_session_is_found_by_its_file_and_by_the_beginning_of_its_id() throws Exception {
        pawl.run("-p", "first");
        var file = pawl.sessions().getFirst();
        pawl.run("--session", id(file).substring(0, 20), "-p", "second");
        pawl.run("--session", file.toString(), "-p", "third");
        assertThat(TestProgram.messagesIn(file))
                .containsExactly(
                        "user: first",
                        "assistant: one",
                        "user: second",
                        "assistant: two",
                        "user: third",
                        "assistant: three");
        assertThat(pawl.sessions()).hasSize(1);
    }

    @Test
    void a_file_that_is_not_there_yet_is_a_new_session_s() throws Exception {
        assertThat(pawl.run("--session", "mine.jsonl", "-p", "first").status()).isZero();
        assertThat(TestProgram.messagesIn(pawl.project.resolve("mine.jsonl"))).hasSize(2);
        assertThat(pawl.sessions()).isEmpty();
    }

    @Test
    void an_unknown_id_is_named() throws Exception {
        for (var option : new String[] {"--session", "--fork"}) {
            var run = pawl.run(option, "0123", "-p", "Hi");
            assertThat(run.err()).contains("no session", "begins with \"0123\"");
            assertThat(run.status()).isEqualTo(1);
        }
        var run = pawl.run("--fork", "gone.jsonl", "-p", "Hi");
        assertThat(run.err()).contains("there is no session file", "gone.jsonl");
        assertThat(run.status()).isEqualTo(1);
        assertThat(pawl.requests()).isZero();
    }

    @Test
    void the_beginning_of_several_ids_is_not_enough() throws Exception {
        pawl.run("-p", "first");
        pawl.run("-p", "second");
        var run = pawl.run("--session", "01", "-p", "Hi");
        assertThat(run.err()).contains("2 sessions have an id that begins with \"01\"");
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void a_session_of_another_folder_is_not_opened_by_its_id_but_copied() throws Exception {
        pawl.run("-p", "first");
        var file = pawl.sessions().getFirst();
        var before = Files.readString(file);
        var refused = inOther("--session", id(file), "-p", "second");
        assertThat(refused.err()).contains("belongs to another project, " + pawl.project, "--fork " + id(file));
        assertThat(refused.status()).isEqualTo(1);

        assertThat(inOther("--fork", id(file), "-p", "second").out()).isEqualTo("two\n");
        assertThat(pawl.asked(2)).containsExactly("user: first", "assistant: one", "user: second");
        assertThat(file).hasContent(before);
        var copy = pawl.sessions().stream()
                .filter(one -> !one.equals(file))
                .findFirst()
                .orElseThrow();
        assertThat(TestProgram.header(copy).string("cwd")).isEqualTo(other().toString());
        assertThat(TestProgram.header(copy).string("parentSession")).isEqualTo(file.toString());
    }

    @Test
    void a_session_file_of_another_folder_goes_on_in_that_folder() throws Exception {
        pawl.file("AGENTS.md", "Rules of the project.").run("-p", "first");
        assertThat(inOther("--session", pawl.sessions().getFirst().toString(), "-p", "second")
                        .status())
                .isZero();
        assertThat(pawl.systemPrompt(2)).contains("Rules of the project.", pawl.project.toString());
    }

    @Test
    void a_session_whose_folder_is_gone_says_so() throws Exception {
        inOther("-p", "first");
        var file = pawl.sessions().getFirst();
        Files.delete(other());
        var run = pawl.run("--session", file.toString(), "-p", "second");
        assertThat(run.err()).contains("belongs to the folder", "other", "not there any more", "--fork " + id(file));
        assertThat(run.status()).isEqualTo(1);
        assertThat(TestProgram.messagesIn(file)).hasSize(2);
        assertThat(pawl.run("--fork", id(file), "-p", "second").out()).isEqualTo("two\n");
    }

    @Test
    void a_file_that_is_no_session_is_left_as_it_is() throws Exception {
        pawl.file("notes.jsonl", "{\"not\":\"a session\"}\n").file("text.jsonl", "hello\n");
        for (var name : new String[] {"notes.jsonl", "text.jsonl"}) {
            for (var option : new String[] {"--session", "--fork"}) {
                var run = pawl.run(option, name, "-p", "Hi");
                assertThat(run.err()).startsWith("pawl: ").contains(name, "is not a session", "left as it is");
                assertThat(run.status()).isEqualTo(1);
            }
        }
        assertThat(pawl.project.resolve("text.jsonl")).hasContent("hello\n");
        assertThat(pawl.requests()).isZero();
    }

    @Test
    void a_session_that_another_program_writes_is_not_written_by_two() throws Exception {
        pawl.run("-p", "first");
        var file = pawl.sessions().getFirst();
        var sessions = new Sessions(SessionPaths.below(pawl.agentDir()), SessionOptions.standard());
        try (var _ = sessions.open(file, pawl.project)) {
            var run = pawl.run("-c", "-p", "second");
            assertThat(run.err()).contains("is open in another program");
            assertThat(run.status()).isEqualTo(1);
        }
        assertThat(TestProgram.messagesIn(file)).hasSize(2);
    }

    @Test
    void a_copy_may_have_an_id_of_ones_own() throws Exception {
        pawl.run("--session-id", "release-1.2", "-p", "first");
        assertThat(pawl.run("--fork", "release-1.2", "--session-id", "release-1.3", "-p", "second")
                        .status())
                .isZero();
        assertThat(pawl.asked(2)).containsExactly("user: first", "assistant: one", "user: second");
        var ids = new java.util.ArrayList<String>();
        for (var file : pawl.sessions()) {
            ids.add(id(file));
        }
        assertThat(ids).containsExactlyInAnyOrder("release-1.2", "release-1.3");
        var again = pawl.run("--fork", "release-1.2", "--session-id", "release-1.3", "-p", "third");
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err()).contains("there is a session release-1.3 of this project already");
        assertThat(pawl.run("--fork", "release-1.2", "--session-id", "a b", "-p", "Hi")
                        .status())
                .isNotZero();
    }

    @Test
    void a_session_id_is_used_and_found_again() throws Exception {
        var first = pawl.run("--session-id", "release-1.2", "-p", "first");
        assertThat(first.err()).contains("no session release-1.2 of this project yet");
        assertThat(first.status()).isZero();
        var second = pawl.run("--session-id", "release-1.2", "-p", "second");
        assertThat(second.err()).isEmpty();
        assertThat(pawl.asked(2)).containsExactly("user: first", "assistant: one", "user: second");
        assertThat(pawl.sessions()).hasSize(1);
        assertThat(id(pawl.sessions().getFirst())).isEqualTo("release-1.2");
    }

    @Test
    void a_session_id_is_the_whole_of_it() throws Exception {
        pawl.run("--session-id", "release-1.2", "-p", "first");
        pawl.run("--session-id", "release", "-p", "second");
        assertThat(pawl.sessions()).hasSize(2);
    }

    @Test
    void an_id_that_cannot_be_a_file_s_name_is_refused() throws Exception {
        for (var id : new String[] {"a b", "../a", "-a", "a."}) {
            var run = pawl.run("--session-id=" + id, "-p", "Hi");
            assertThat(run.err()).contains("session id \"" + id + "\" cannot be used");
            assertThat(run.status()).isEqualTo(2);
        }
    }

    @Test
    void a_name_is_kept() throws Exception {
        pawl.run("--name", " Fix the bug ", "-p", "first");
        pawl.run("-c", "-n", "Another", "-p", "second");
        assertThat(TestProgram.lines(pawl.sessions().getFirst()).stream()
                        .filter(line -> line.string("type", "").equals("session_info"))
                        .map(line -> line.string("name")))
                .containsExactly("Fix the bug", "Another");
    }

    @Test
    void sessions_may_lie_elsewhere() throws Exception {
        pawl.run("--session-dir", "there", "-p", "first");
        assertThat(pawl.sessions()).isEmpty();
        assertThat(pawl.run("--session-dir", "there", "-c", "-p", "second").status())
                .isZero();
        assertThat(pawl.asked(2)).hasSize(3);
        pawl.environment(
                "PI_CODING_AGENT_SESSION_DIR", pawl.project.resolve("there").toString());
        pawl.run("-c", "-p", "third");
        assertThat(pawl.asked(3)).hasSize(5);
    }

    @Test
    void to_pick_one_there_must_be_a_screen() throws Exception {
        var run = pawl.run("-r", "-p", "Hi");
        assertThat(run.err()).contains("--resume", "--continue");
        assertThat(run.status()).isEqualTo(2);
    }

    @Test
    void a_run_that_is_refused_leaves_no_file_and_no_lock() throws Exception {
        pawl.run("-p", "first");
        var file = pawl.sessions().getFirst();
        var before = Files.readString(file);
        pawl.run("-c", "--model", "nobody/knows-this-model", "-p", "second");
        assertThat(file).hasContent(before);
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }
}
