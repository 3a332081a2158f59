package dev.pawl.session.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionListTest {
    private static final Path CWD = Path.of("/p");

    @TempDir
    Path root;

    SessionPaths paths;
    Path folder;
    final ConcurrentLinkedQueue<String> scanned = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void folder() throws IOException {
        paths = SessionPaths.below(root.resolve("agent"));
        folder = Files.createDirectories(paths.folder(CWD));
    }

    @Test
    void a_session_is_summarised() throws Exception {
        var file = write("a", """
            {"type":"session","version":3,"id":"s1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/p","parentSession":"/x.jsonl"}
            {"type":"session_info","id":"1","name":"Old"}
            {"type":"message","id":"2","message":{"role":"user","content":[{"text":"Héllo","type":"text"},{"type":"image","data":"AAAA"}],"timestamp":1767312000000}}
            {"type":"message","id":"3","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"World"}],"timestamp":1767398400000}}
            {"type":"message","id":"4","message":{"role":"toolResult","content":[{"type":"text","text":"secret"}],"timestamp":1999999999999}}
            {"type":"session_info","id":"5","name":" New "}
            {"type":"custom_message","id":"6","content":"not counted"}
            """);

        assertThat(list())
                .containsExactly(new SessionSummary(
                        file,
                        "s1",
                        "/p",
                        "New",
                        "/x.jsonl",
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Instant.parse("2026-01-03T00:00:00Z"),
                        3,
                        "Héllo",
                        SearchText.of("Héllo\nWorld")));
    }

    @Test
    void an_empty_name_takes_the_name_away() throws Exception {
        write("a", header("s1") + """
            {"type":"session_info","name":"Old"}
            {"type":"session_info","name":""}
            """);

        assertThat(list().getFirst().name()).isNull();
    }

    @Test
    void without_messages_it_was_modified_when_it_was_begun_and_else_when_the_file_was() throws Exception {
        write("a", header("s1"));
        var bare = write("b", "{\"type\":\"session\",\"id\":\"s2\"}\n");
        Files.setLastModifiedTime(bare, FileTime.from(Instant.parse("2026-05-05T05:05:05Z")));

        assertThat(list())
                .extracting(SessionSummary::id, SessionSummary::modified, SessionSummary::firstMessage)
                .containsExactly(
                        tuple("s2", Instant.parse("2026-05-05T05:05:05Z"), "(no messages)"),
                        tuple("s1", Instant.parse("2026-01-01T00:00:00Z"), "(no messages)"));
    }

    @Test
    void the_one_last_spoken_in_comes_first() throws Exception {
        write("a", header("s1") + messageLine("x", 2_000_000_000_000L));
        write("b", header("s2") + messageLine("x", 3_000_000_000_000L) + messageLine("y", 1_000_000_000_000L));
        write("c", header("s3"));

        assertThat(ids(list())).containsExactly("s2", "s1", "s3");
    }

    @Test
    void what_is_no_session_is_left_out() throws Exception {
        write("good", header("good"));
        write("empty", "");
        write("other", "{\"type\":\"message\"}\n" + header("late"));
        write("noid", "{\"type\":\"session\",\"id\":5}\n");
        write("long", "{\"type\":\"session\",\"id\":\"x\",\"pad\":\"" + "x".repeat(1 << 20) + "\"}\n");
        Files.write(folder.resolve("bytes.jsonl"), new byte[] {0, (byte) 0xFF, '\n', 7});
        Files.createDirectory(folder.resolve("x.jsonl"));
        Files.createSymbolicLink(folder.resolve("dangling.jsonl"), folder.resolve("gone"));
        Files.writeString(folder.resolve("good.jsonl.1.migrating"), header("unfinished"));
        Files.writeString(folder.resolve("good.jsonl.lock"), "1");

        assertThat(ids(list())).containsExactly("good");
    }

    @Test
    void a_file_that_cannot_be_scanned_does_not_spoil_the_list() throws Exception {
        write("a", header("s1"));
        write("b", header("s2"));
        write("c", header("s3"));
        var list = new SessionList(paths, root.resolve("cache"), file -> switch (name(file)) {
            case "a" -> throw new IOException("broken");
            case "b" -> throw new IllegalStateException("worse");
            default -> SessionScan.read(file);
        });

        assertThat(ids(list.project(CWD, SessionList.Progress.NONE))).containsExactly("s3");
    }

    @Test
    void torn_malformed_and_strange_lines_are_passed_over() throws Exception {
        write("a", "garbage\n\n" + header("s1") + """
            {"type":"message","message":{"role":"user","content":"half
            {"type":"message","message":"strange"}
            {"type":"message","message":{"role":"user","content":null,"timestamp":"never"}}
            {"type":"message","message":{"role":"user","content":[["x"],5,{"type":"text"},"plain"]}}
            {"type":"message","message":{"role":"user","content":"no"}} trailing
            {"type":"message","message":{"role":"user","content":"to\
            """);

        var session = list().getFirst();

        assertThat(session.messageCount()).isEqualTo(3);
        assertThat(session.firstMessage()).isEqualTo("plain");
    }

    @Test
    void bytes_that_are_no_text_do_not_hide_a_message() throws Exception {
        var text = header("s1") + messageLine("a\u00ffb", 2_000_000_000_000L);
        Files.write(folder.resolve("a.jsonl"), text.getBytes(StandardCharsets.ISO_8859_1));

        assertThat(list().getFirst().firstMessage()).isEqualTo("a\uFFFDb");
    }

    @Test
    void long_texts_are_cut() throws Exception {
        var lines = new StringBuilder(header("s1"));
        for (int i = 0; i < 30; i++) {
            lines.append(messageLine("x".repeat(499) + "😀", 2_000_000_000_000L));
        }
        write("a", lines.toString());

        var session = list().getFirst();

        assertThat(session.firstMessage()).isEqualTo("x".repeat(499));
        assertThat(session.allMessagesText()).hasSize(8_000);
        assertThat(session.messageCount()).isEqualTo(30);
    }

    @Test
    void a_message_too_long_to_be_read_is_counted() throws Exception {
        write(
                "a",
                header("s1")
                        + messageLine("x".repeat(4_100_000), 2_000_000_000_000L)
                        + messageLine("short", 1_900_000_000_000L));

        var session = list().getFirst();

        assertThat(session.messageCount()).isEqualTo(2);
        assertThat(session.firstMessage()).isEqualTo("short");
        assertThat(session.modified()).isEqualTo(Instant.ofEpochMilli(2_000_000_000_000L));
    }

    @Test
    void all_projects_are_listed_together() throws Exception {
        write("a", header("s1"));
        var other = Files.createDirectories(paths.folder(Path.of("/q")));
        Files.writeString(other.resolve("b.jsonl"), header("s2"));

        assertThat(ids(lister().all(SessionList.Progress.NONE))).containsExactlyInAnyOrder("s1", "s2");
        assertThat(ids(list())).containsExactly("s1");
    }

    @Test
    void in_a_folder_of_choice_the_header_distinguishes_projects() throws Exception {
        paths = SessionPaths.in(folder);
        write("a", header("s1"));
        write("b", header("s2").replace("\"/p\"", "\"/q\""));

        assertThat(ids(list())).containsExactly("s1");
        assertThat(ids(lister().all(SessionList.Progress.NONE))).containsExactlyInAnyOrder("s1", "s2");
        assertThat(lister().latest(Path.of("/q"))).isEqualTo(folder.resolve("b.jsonl"));
        assertThat(lister().latest(Path.of("/r"))).isNull();
    }

    @Test
    void the_latest_session_is_the_one_written_last() throws Exception {
        var old = write("a", header("s1"));
        var young = write("b", header("s2"));
        var broken = write("c", "");
        Files.setLastModifiedTime(old, FileTime.fromMillis(1_000));
        Files.setLastModifiedTime(young, FileTime.fromMillis(2_000));
        Files.setLastModifiedTime(broken, FileTime.fromMillis(3_000));

        assertThat(lister().latest(CWD)).isEqualTo(young);
    }

    @Test
    void a_place_without_sessions_has_an_empty_list() throws Exception {
        assertThat(lister().project(Path.of("/nowhere"), SessionList.Progress.NONE))
                .isEmpty();
        assertThat(new SessionList(SessionPaths.below(root.resolve("none")), root.resolve("cache"))
                        .all(SessionList.Progress.NONE))
                .isEmpty();
    }

    @Test
    void progress_is_reported_up_to_the_end() throws Exception {
        write("a", header("s1"));
        write("b", "broken");
        list();
        write("c", header("s3"));
        var told = new ArrayList<String>();

        lister().project(CWD, (done, total) -> told.add(done + "/" + total));

        assertThat(told).containsExactly("1/3", "2/3", "3/3");
    }

    @Test
    void a_session_that_has_not_changed_is_not_scanned_again() throws Exception {
        write("a", header("s1") + messageLine("Grüße 😀", 2_000_000_000_000L));
        write("b", header("s2") + "{\"type\":\"session_info\",\"name\":\"N\"}\n");
        var first = list();
        scanned.clear();

        var second = list();

        assertThat(scanned).isEmpty();
        assertThat(second).isEqualTo(first);
    }

    @Test
    void only_the_session_that_has_changed_is_scanned_again() throws Exception {
        write("a", header("s1"));
        var changed = write("b", header("s2"));
        list();
        scanned.clear();
        Files.writeString(changed, header("s2") + messageLine("new", 2_000_000_000_000L));

        assertThat(list().getFirst().firstMessage()).isEqualTo("new");
        assertThat(scanned).containsExactly("b");
    }

    @Test
    void listing_one_project_forgets_no_other_and_deleted_sessions_go() throws Exception {
        var gone = write("a", header("s1"));
        var other = Files.createDirectories(paths.folder(Path.of("/q")));
        Files.writeString(other.resolve("b.jsonl"), header("s2"));
        lister().all(SessionList.Progress.NONE);
        Files.delete(gone);
        write("c", header("s3"));
        scanned.clear();

        assertThat(ids(list())).containsExactly("s3");
        lister().all(SessionList.Progress.NONE);

        assertThat(scanned).containsExactly("c");
        assertThat(Files.readString(cache(), StandardCharsets.ISO_8859_1)).doesNotContain(gone.toString());
    }

    @Test
    void a_damaged_cache_is_ignored_and_made_anew() throws Exception {
        write("a", header("s1"));
        var first = list();
        var whole = Files.readAllBytes(cache());
        for (int i = 0; i < whole.length; i += 7) {
            var damaged = whole.clone();
            damaged[i] ^= 0x41;
            Files.write(cache(), damaged);
            scanned.clear();

            assertThat(list()).isEqualTo(first);
            assertThat(scanned).containsExactly("a");
            assertThat(cache()).hasBinaryContent(whole);
        }
    }

    @Test
    void a_foreign_or_cut_cache_is_ignored() throws Exception {
        write("a", header("s1"));
        var first = list();
        var whole = Files.readAllBytes(cache());
        for (var bytes : List.of(
                new byte[0],
                new byte[5],
                "hello, world, I am no cache".getBytes(StandardCharsets.UTF_8),
                Arrays.copyOf(whole, whole.length - 9))) {
            Files.write(cache(), bytes);

            assertThat(list()).isEqualTo(first);
        }
    }

    @Test
    void without_a_place_for_the_cache_the_list_is_there_all_the_same() throws Exception {
        write("a", header("s1"));
        Files.writeString(root.resolve("cache"), "a file where the folder should be");

        assertThat(ids(list())).containsExactly("s1");
    }

    @Test
    void interrupting_ends_a_listing() throws Exception {
        write("a", header("s1"));
        var caller = Thread.currentThread();
        var list = new SessionList(paths, root.resolve("cache"), file -> {
            caller.interrupt();
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                throw new UncheckedIOException(new IOException(e));
            }
            return null;
        });

        assertThatThrownBy(() -> list.project(CWD, SessionList.Progress.NONE)).isInstanceOf(InterruptedException.class);
    }

    private List<SessionSummary> list() throws InterruptedException {
        return lister().project(CWD, SessionList.Progress.NONE);
    }

    private SessionList lister() {
        return new SessionList(paths, root.resolve("cache"), file -> {
            scanned.add(name(file));
            return SessionScan.read(file);
        });
    }

    private Path cache() {
        return root.resolve("cache/sessions.cache");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".jsonl"), text);
    }

    private static String name(FoundFile file) {
        return file.path().getFileName().toString().replace(".jsonl", "");
    }

    private static List<String> ids(List<SessionSummary> sessions) {
        return sessions.stream().map(SessionSummary::id).toList();
    }

    private static String header(String id) {
        return "{\"type\":\"session\",\"version\":3,\"id\":\"" + id
                + "\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"cwd\":\"/p\"}\n";
    }

    private static String messageLine(String text, long time) {
        return "{\"type\":\"message\",\"id\":\"x\",\"message\":{\"role\":\"user\",\"content\":\"" + text
                + "\",\"timestamp\":" + time + "}}\n";
    }

    @Test
    void projects_whose_folders_have_one_name_have_sessions_of_their_own() throws Exception {
        var one = Path.of("/src/foo/bar");
        var other = Path.of("/src/foo-bar");
        assertThat(paths.folder(one)).isEqualTo(paths.folder(other));
        var file = Files.createDirectories(paths.folder(one)).resolve("a.jsonl");
        Files.writeString(file, """
            {"type":"session","version":3,"id":"s1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/src/foo-bar"}
            {"type":"message","id":"2","message":{"role":"user","content":"Hi"}}
            """);
        var list = new SessionList(paths, root.resolve("cache"));
        assertThat(list.latest(one)).isNull();
        assertThat(list.project(one, SessionList.Progress.NONE)).isEmpty();
        assertThat(list.latest(other)).isEqualTo(file);
        assertThat(list.project(other, SessionList.Progress.NONE)).hasSize(1);
    }
}
