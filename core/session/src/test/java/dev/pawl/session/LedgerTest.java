package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.session.ledger.CallRecord;
import dev.pawl.session.ledger.CallRecord.Step;
import dev.pawl.session.ledger.Ledger;
import dev.pawl.session.ledger.StepLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of tool calls until the session has their results. */
class LedgerTest {
    @TempDir
    Path dir;

    private Path session;
    private final List<String> trouble = new ArrayList<>();

    @BeforeEach
    void prepare() {
        session = dir.resolve("a.jsonl");
    }

    private Ledger open() {
        return Ledger.of(session, null, () -> false, trouble::add);
    }

    private static JsonObject value(String text) {
        return JsonObject.of("is", text);
    }

    @Test
    void the_next_program_reads_every_step() {
        var killed = open();
        killed.keep("one", Step.DECIDED, value("allowed"));
        killed.keep("one", Step.BEGUN, JsonObject.empty());
        killed.keep("one", Step.INTENT, value("first"));
        killed.keep("one", Step.INTENT, value("second"));
        killed.keep("two", Step.BEGUN, JsonObject.empty());
        killed.keep("two", Step.RESULT, value("done"));

        var next = open();
        assertThat(next.hasPast()).isTrue();
        assertThat(next.past("one"))
                .isEqualTo(new CallRecord(
                        true, value("allowed"), true, List.of(value("first"), value("second")), List.of(), null));
        assertThat(next.past("two").result()).isEqualTo(value("done"));
        assertThat(next.past("three")).isEqualTo(CallRecord.NOTHING);
        assertThat(trouble).isEmpty();
    }

    @Test
    void calls_that_an_answer_asks_for_are_told_from_those_of_which_nothing_is_known() {
        open().asked(List.of("one", "two"));
        var next = open();
        assertThat(next.hasPast()).isTrue();
        assertThat(next.past("two")).isEqualTo(new CallRecord(true, null, false, List.of(), List.of(), null));
        assertThat(next.past("three").asked()).isFalse();
    }

    @Test
    void calls_of_a_run_that_broke_are_known_to_the_next_one_of_the_same_program() {
        var ledger = open();
        ledger.asked(List.of("one", "two"));
        ledger.keep("one", Step.BEGUN, JsonObject.empty());
        ledger.keep("one", Step.RESULT, value("done"));
        assertThat(ledger.hasPast()).isFalse();
        ledger.finished();
        assertThat(ledger.past("one")).isEqualTo(new CallRecord(true, null, true, List.of(), List.of(), value("done")));
        assertThat(ledger.past("two")).isEqualTo(new CallRecord(true, null, false, List.of(), List.of(), null));
        ledger.settled();
        ledger.finished();
        assertThat(Ledger.folderOf(session)).doesNotExist();
    }

    @Test
    void what_follows_a_line_that_was_not_written_to_its_end_can_be_read() throws Exception {
        open().keep("one", Step.BEGUN, JsonObject.empty());
        Files.writeString(
                Ledger.folderOf(session).resolve("ledger"), "{\"call\":\"two\",\"st", StandardOpenOption.APPEND);
        open().keep("three", Step.BEGUN, JsonObject.empty());

        var next = open();
        assertThat(next.past("one").begun()).isTrue();
        assertThat(next.past("three").begun()).isTrue();
        assertThat(next.isDamaged()).isFalse();
        assertThat(trouble).isEmpty();
    }

    @Test
    void what_an_aborted_call_does_after_all_were_settled_is_not_kept() {
        var ledger = open();
        ledger.keep("one", Step.BEGUN, JsonObject.empty());
        ledger.settled();
        ledger.keep("one", Step.INTENT, value("late"));
        ledger.keep("one", Step.RESULT, value("late"));
        assertThat(open().hasPast()).isFalse();
        ledger.finished();
        assertThat(Ledger.folderOf(session)).doesNotExist();
    }

    @Test
    void a_run_that_is_over_leaves_what_is_not_settled() {
        var ledger = open();
        ledger.keep("one", Step.BEGUN, JsonObject.empty());
        ledger.finished();
        assertThat(open().past("one").begun()).isTrue();
    }

    @Test
    void an_abort_does_not_keep_later_calls_out() {
        var ledger = open();
        ledger.keep("one", Step.BEGUN, JsonObject.empty());
        Thread.currentThread().interrupt();
        ledger.settled();
        ledger.keep("two", Step.BEGUN, JsonObject.empty());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(open().past("two").begun()).isTrue();
        assertThat(trouble).isEmpty();
    }

    @Test
    void a_later_decision_does_not_replace_the_first() {
        var killed = open();
        killed.keep("one", Step.DECIDED, value("refused"));
        killed.keep("one", Step.DECIDED, value("allowed"));
        assertThat(open().past("one").decision()).isEqualTo(value("refused"));
    }

    @Test
    void a_line_that_was_not_written_to_its_end_did_not_take_place() throws IOException {
        open().keep("one", Step.BEGUN, JsonObject.empty());
        Files.writeString(
                Ledger.folderOf(session).resolve("ledger"), "{\"call\":\"two\",\"st", StandardOpenOption.APPEND);
        var next = open();
        assertThat(next.past("one").begun()).isTrue();
        assertThat(next.past("two")).isEqualTo(CallRecord.NOTHING);
        assertThat(next.isDamaged()).isFalse();
    }

    @Test
    void a_line_that_cannot_be_read_is_reported_and_kept() throws IOException {
        open().keep("one", Step.BEGUN, JsonObject.empty());
        var file = Ledger.folderOf(session).resolve("ledger");
        Files.writeString(file, "nonsense\n" + Files.readString(file));
        var next = open();
        assertThat(next.isDamaged()).isTrue();
        assertThat(trouble).singleElement().asString().startsWith("line 1 of " + file);
        next.settled();
        try (var left = Files.list(file.getParent())) {
            assertThat(left).singleElement().asString().contains("damaged-");
        }
    }

    @Test
    void nothing_is_left_when_the_session_has_the_results() throws IOException {
        var ledger = open();
        ledger.keep("one", Step.BEGUN, JsonObject.empty());
        Files.writeString(ledger.folder().resolve("one.out"), "text");
        ledger.settled();
        assertThat(ledger.hasPast()).isFalse();
        assertThat(Ledger.folderOf(session).resolve("one.out")).doesNotExist();
        ledger.keep("two", Step.BEGUN, JsonObject.empty());
        assertThat(open().past("one")).isEqualTo(CallRecord.NOTHING);
        assertThat(open().past("two").begun()).isTrue();
        ledger.settled();
        ledger.finished();
        assertThat(Ledger.folderOf(session)).doesNotExist();
    }

    @Test
    void a_session_that_is_not_kept_writes_nothing() throws IOException {
        var ledger = Ledger.of(null, null, () -> false, trouble::add);
        ledger.keep("one", Step.BEGUN, JsonObject.empty());
        assertThat(ledger.folder()).isNull();
        ledger.settled();
        try (var files = Files.list(dir)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void a_link_in_place_of_the_folder_is_not_followed() throws IOException {
        var elsewhere = Files.createDirectory(dir.resolve("elsewhere"));
        Files.createSymbolicLink(Ledger.folderOf(session), elsewhere);
        var ledger = open();
        assertThat(ledger.keep("one", Step.BEGUN, JsonObject.empty()))
                .as("what cannot be kept must not be done")
                .isFalse();
        assertThat(ledger.folder()).isNull();
        assertThat(trouble).singleElement().asString().contains("is a link");
        try (var files = Files.list(elsewhere)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void steps_that_are_kept_elsewhere_are_read_there_and_not_beside_the_session() throws Exception {
        var own = open();
        own.asked(List.of("stale"));
        own.keep("stale", Step.BEGUN, JsonObject.empty());
        var steps = new Elsewhere();

        Ledger.of(session, steps, () -> false, trouble::add).keep("one", Step.BEGUN, JsonObject.empty());
        var next = Ledger.of(session, steps, () -> false, trouble::add);
        assertThat(next.past("one").begun()).isTrue();
        assertThat(next.past("stale").asked()).isFalse();
        next.settled();
        assertThat(steps.kept).isEmpty();

        steps.fails = true;
        assertThat(next.keep("two", Step.BEGUN, JsonObject.empty())).isFalse();
        steps.fails = false;
        assertThat(next.keep("two", Step.BEGUN, JsonObject.empty()))
                .as("it is tried again")
                .isTrue();
        assertThat(trouble).singleElement().asString().contains("none is made that changes something: no answer");
    }

    private static final class Elsewhere implements StepLog {
        private final List<String> kept = new ArrayList<>();
        private boolean fails;

        @Override
        public List<String> read() {
            return List.copyOf(kept);
        }

        @Override
        public void add(List<String> steps) throws IOException {
            if (fails) {
                throw new IOException("no answer");
            }
            kept.addAll(steps);
        }

        @Override
        public void clear() {
            kept.clear();
        }

        @Override
        public void end(boolean aside) {
            kept.clear();
        }
    }
}
