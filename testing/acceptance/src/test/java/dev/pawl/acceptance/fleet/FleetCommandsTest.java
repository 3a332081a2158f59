package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.TestGit;
import dev.pawl.acceptance.driven.PawlInside;
import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the fleet as a user types them, with a worker beside them. */
@Deep
class FleetCommandsTest {
    @TempDir
    Path dir;

    private Fleet fleet(ConversationModel.Answers answers, String... more) throws IOException {
        var options = new ArrayList<>(List.of("--place", "here"));
        options.addAll(List.of(more));
        return new Fleet(dir, "file:" + dir.resolve("engine"), answers, List.of(List.copyOf(options)));
    }

    private static Turn writes(String said, int turn) {
        return turn == 0
                ? Turn.calls(call("write", JsonObject.of("path", "made.txt", "content", "made\n")))
                : Turn.text("I have written it.");
    }

    /** What a command prints to its output, and then beside it. */
    private String printed(Fleet fleet, int status, String... words) throws Exception {
        var args = new ArrayList<>(List.of("fleet"));
        args.addAll(List.of(words));
        args.addAll(List.of("--engine", fleet.address));
        var run = new PawlInside(fleet.home, fleet.project).run(args.toArray(String[]::new));
        var text = (run.out() + run.err()).strip();
        assertThat(run.status()).as(text).isEqualTo(status);
        return text;
    }

    private String submit(Fleet fleet, String... more) throws Exception {
        var args = new ArrayList<>(List.of("submit", "--place", "here", "--model", "scripted/by-turn"));
        args.addAll(List.of(more));
        args.add("write it");
        return printed(fleet, 0, args.toArray(String[]::new));
    }

    private String question(String id) throws Exception {
        var store = new FileStore(dir.resolve("engine"), InstantSource.system());
        return Objects.requireNonNull(store.document(id)).object("question").string("key", "");
    }

    private void awaitPhase(String id, String phase) throws Exception {
        var store = new FileStore(dir.resolve("engine"), InstantSource.system());
        Await.value(
                id + " is " + phase,
                () -> Objects.requireNonNull(store.document(id)).string("phase", ""),
                phase::equals);
    }

    @Test
    void a_question_waits_without_a_worker_and_is_answered_from_anywhere() throws Exception {
        try (var fleet = fleet(FleetCommandsTest::writes)) {
            fleet.user("hooks/gate.java", Fleet.ASKING_GATE);
            fleet.start();
            var id = submit(fleet);
            awaitPhase(id, "waiting");
            assertThat(printed(fleet, 0, "list"))
                    .contains(id)
                    .contains("waiting")
                    .contains("asks " + question(id) + ": Run it?: write");
            assertThat(fleet.project.resolve("made.txt")).doesNotExist();
            assertThat(printed(fleet, 1, "approve", id, "yes", "yes"))
                    .as("what was read is answered, not whatever is asked by now")
                    .contains("does not ask yes")
                    .contains(question(id));
            assertThat(printed(fleet, 2, "approve", id, question(id), "perhaps"))
                    .contains("yes or no");
            assertThat(printed(fleet, 0, "approve", id, question(id), "yes")).isEmpty();
            awaitPhase(id, "idle");
            assertThat(fleet.project.resolve("made.txt")).hasContent("made");
            assertThat(printed(fleet, 1, "approve", id, "0-0")).contains("asks nothing");
            assertThat(printed(fleet, 0, "attach", id)).isEqualTo("""
                > write it
                * write {"path":"made.txt","content":"made\\n"}
                  Successfully wrote to made.txt
                I have written it.\
                """);

            printed(fleet, 0, "send", id, "once more");
            awaitPhase(id, "idle");
            assertThat(printed(fleet, 0, "logs", id)).contains("once more");
            var file = Files.writeString(dir.resolve("out.jsonl"), printed(fleet, 0, "logs", id) + "\n");
            printed(fleet, 0, "remove", id);
            assertThat(printed(fleet, 1, "attach", id)).contains("no session");
            assertThat(printed(fleet, 0, "submit", "--place", "here", "--session", file.toString()))
                    .isEqualTo(id);
            assertThat(printed(fleet, 0, "logs", id) + "\n").isEqualTo(Files.readString(file));
        }
    }

    @Test
    void a_refused_call_is_reported_to_the_model_and_a_cancelled_session_rests() throws Exception {
        try (var fleet = fleet(FleetCommandsTest::writes)) {
            fleet.user("hooks/gate.java", Fleet.ASKING_GATE);
            fleet.start();
            var refused = submit(fleet);
            var cancelled = submit(fleet);
            awaitPhase(refused, "waiting");
            printed(fleet, 0, "approve", refused, question(refused), "no");
            awaitPhase(refused, "idle");
            assertThat(printed(fleet, 0, "logs", refused)).contains("not approved");
            awaitPhase(cancelled, "waiting");
            printed(fleet, 0, "cancel", cancelled);
            awaitPhase(cancelled, "idle");
            assertThat(fleet.project.resolve("made.txt")).doesNotExist();
            assertThat(printed(fleet, 2, "frobnicate")).contains("fleet takes submit");
        }
    }

    private static Turn runs(String said, int turn) {
        return turn == 0
                ? Turn.calls(call(
                        "bash",
                        JsonObject.of(
                                "command",
                                "echo begun; echo $$ > pid; mv pid started; while [ ! -e go ]; do sleep 0.02; done;"
                                        + " echo ran >> ran; echo end")))
                : Turn.text("Seen.");
    }

    @Test
    void a_command_that_runs_is_ended_when_its_session_is_cancelled() throws Exception {
        try (var fleet = fleet(FleetCommandsTest::runs)) {
            fleet.start();
            var id = submit(fleet);
            Await.until("the command runs", () -> Files.exists(fleet.project.resolve("started")));
            var pid = Long.parseLong(
                    Files.readString(fleet.project.resolve("started")).strip());
            printed(fleet, 0, "cancel", id);
            awaitPhase(id, "idle");
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(fleet.project.resolve("ran")).doesNotExist();
        }
    }

    @Test
    void a_command_outlasts_a_worker_that_is_asked_to_end_and_the_next_one_takes_its_result() throws Exception {
        try (var fleet = fleet(FleetCommandsTest::runs, "--drain", "1")) {
            fleet.start();
            var id = submit(fleet);
            Await.until("the command runs", () -> Files.exists(fleet.project.resolve("started")));
            assertThat(fleet.endOne()).isIn(0, 143);
            Files.createFile(fleet.project.resolve("go"));
            fleet.start();
            awaitPhase(id, "idle");
            assertThat(printed(fleet, 0, "logs", id)).contains("begun\\nend\\n").contains("Seen.");
            assertThat(fleet.project.resolve("ran")).hasContent("ran");
        }
    }

    @Test
    void a_file_that_was_changed_meanwhile_is_not_overwritten() throws Exception {
        try (var fleet = fleet(FleetCommandsTest::writes)) {
            fleet.start();
            var id = submit(fleet);
            awaitPhase(id, "idle");
            Path file;
            try (var files = Files.walk(fleet.home.resolve(".pi/agent/sessions"))) {
                file = files.filter(each -> each.toString().endsWith(".jsonl"))
                        .findFirst()
                        .orElseThrow();
            }
            Files.writeString(file, "{\"type\":\"custom\",\"id\":\"x\"}\n", StandardOpenOption.APPEND);
            var before = Files.readString(file);
            printed(fleet, 0, "send", id, "go on");
            awaitPhase(id, "failed");
            assertThat(printed(fleet, 1, "attach", id))
                    .contains("is not the same in")
                    .contains("Nothing was changed");
            assertThat(file).hasContent(before.strip());
        }
    }

    @Test
    void a_session_is_left_to_workers_that_have_the_hooks_that_it_began_with() throws Exception {
        try (var fleet = fleet(FleetCommandsTest::writes)) {
            fleet.user("hooks/gate.java", Fleet.ASKING_GATE);
            fleet.start();
            var id = submit(fleet);
            awaitPhase(id, "waiting");
            var gate = fleet.home.resolve(".pi/agent/hooks/gate.java");
            Files.writeString(gate, "// Changed.\n", StandardOpenOption.APPEND);
            printed(fleet, 0, "approve", id, question(id), "yes");
            awaitPhase(id, "asleep");
            assertThat(printed(fleet, 0, "list"))
                    .contains("it began with other hooks")
                    .contains("--other-hooks");
            assertThat(fleet.project.resolve("made.txt")).doesNotExist();
            fleet.user("hooks/gate.java", Fleet.ASKING_GATE);
            awaitPhase(id, "idle");
            assertThat(fleet.project.resolve("made.txt"))
                    .as("what was answered holds, once the hooks are back")
                    .hasContent("made");
        }
    }

    @Test
    void a_session_has_a_working_tree_for_itself_that_goes_when_it_is_merged() throws Exception {
        Needed.program("git");
        try (var fleet = fleet(FleetCommandsTest::writes)) {
            TestGit.run(fleet.project, "init", "-q", "-b", "main");
            Files.writeString(fleet.project.resolve("a.txt"), "a\n");
            TestGit.run(fleet.project, "add", ".");
            TestGit.run(fleet.project, "commit", "-qm", "one");
            var hook = fleet.project.resolve(".git/hooks/post-checkout");
            Files.writeString(hook, "#!/bin/sh\ntouch " + dir.resolve("hook-ran") + "\n");
            assertThat(hook.toFile().setExecutable(true)).isTrue();
            fleet.start();
            var id = submit(fleet, "--worktree");
            awaitPhase(id, "idle");
            var tree = fleet.project.resolveSibling("project.sessions").resolve(id);
            assertThat(tree.resolve("made.txt")).hasContent("made");
            assertThat(tree.resolve("a.txt")).hasContent("a");
            assertThat(fleet.project.resolve("made.txt")).doesNotExist();
            assertThat(dir.resolve("hook-ran")).doesNotExist();

            assertThat(printed(fleet, 1, "remove", id)).contains("not committed");
            TestGit.run(tree, "add", ".");
            TestGit.run(tree, "commit", "-qm", "two");
            assertThat(printed(fleet, 1, "remove", id)).contains("not merged");
            TestGit.run(fleet.project, "merge", "-q", "pawl/" + id);
            printed(fleet, 0, "remove", id);
            assertThat(tree).doesNotExist();
            assertThat(fleet.project.resolve("made.txt")).hasContent("made");
        }
    }

    @Test
    void a_session_is_moved_with_what_is_committed_changed_removed_and_new_in_its_tree() throws Exception {
        Needed.program("git");
        try (var fleet = new Fleet(
                dir,
                "file:" + dir.resolve("engine"),
                (_, turn) -> turn % 2 == 0
                        ? Turn.calls(call("write", JsonObject.of("path", "made" + turn + ".txt", "content", "made\n")))
                        : Turn.text("I have written it."),
                List.of(List.of("--place", "here"), List.of("--place", "there")))) {
            TestGit.run(fleet.project, "init", "-q", "-b", "main");
            for (var name : List.of("same", "changed", "removed")) {
                Files.writeString(fleet.project.resolve(name), name + "\n");
            }
            Files.writeString(fleet.project.resolve(".gitignore"), "ignored\n");
            TestGit.run(fleet.project, "add", ".");
            TestGit.run(fleet.project, "commit", "-qm", "one");
            TestGit.run(fleet.project, "config", "filter.evil.clean", "touch " + dir.resolve("filter-ran"));
            Files.writeString(fleet.project.resolve(".gitattributes"), "* filter=evil\n");
            fleet.start();
            var id = submit(fleet);
            awaitPhase(id, "idle");
            Files.writeString(fleet.project.resolve("changed"), "changed by now\n");
            Files.delete(fleet.project.resolve("removed"));
            Files.writeString(fleet.project.resolve("ignored"), "left behind\n");
            var before = TestGit.run(fleet.project, "status", "--porcelain");
            var log = printed(fleet, 0, "logs", id).lines().skip(1).toList();

            var file = dir.resolve("tree.bundle").toString();
            printed(fleet, 0, "pack", id, file);
            assertThat(TestGit.run(fleet.project, "status", "--porcelain")).isEqualTo(before);
            assertThat(dir.resolve("filter-ran")).doesNotExist();
            assertThat(printed(fleet, 1, "move", id, "--place", "there", "--cwd", ".", "--tree", file))
                    .contains("not empty");
            var moved = dir.toRealPath().resolve("elsewhere/tree");
            printed(fleet, 0, "move", id, "--place", "there", "--cwd", moved.toString(), "--tree", file);
            assertThat(TestGit.run(moved, "status", "--porcelain")).isEqualTo(before);
            assertThat(TestGit.run(moved, "rev-parse", "HEAD"))
                    .isEqualTo(TestGit.run(fleet.project, "rev-parse", "HEAD"));
            assertThat(moved.resolve("changed")).hasContent("changed by now");
            assertThat(moved.resolve("removed")).doesNotExist();
            assertThat(moved.resolve("ignored")).doesNotExist();
            assertThat(moved.resolve("made0.txt")).hasContent("made");

            printed(fleet, 0, "send", id, "once more");
            awaitPhase(id, "idle");
            assertThat(moved.resolve("made2.txt")).hasContent("made");
            assertThat(fleet.project.resolve("made2.txt")).doesNotExist();
            assertThat(printed(fleet, 0, "logs", id)
                            .lines()
                            .skip(1)
                            .limit(log.size())
                            .toList())
                    .isEqualTo(log);
        }
    }
}
