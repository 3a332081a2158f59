package dev.pawl.screen;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.observe.watch.LiveFolder;
import dev.pawl.observe.watch.WatchServer;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.testkit.browser.Browser;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session that others may watch, and whose questions they may answer. */
class WatchTest {
    private static final String GATE = """
        pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Run it?", "really") ? call.allow() : call.block("not allowed"));
        """;

    @TempDir
    Path dir;

    private static JsonObject await(LiveFolder folder, Predicate<JsonObject> wanted) throws InterruptedException {
        return Await.value(
                        "such a session is there",
                        folder::sessions,
                        sessions -> sessions.stream().anyMatch(wanted))
                .stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    private LiveFolder folder() throws IOException {
        return new LiveFolder(dir.toRealPath().resolve("home/.pi/agent"));
    }

    private Sessions sessions() {
        return new Sessions(
                SessionPaths.in(dir),
                new SessionOptions(Durability.OS, InstantSource.system(), new Random(1), _ -> {}));
    }

    private TestScreen screen(String settings) throws IOException {
        return TestScreen.in(
                        dir,
                        100,
                        30,
                        Turn.calls(call("bash", JsonObject.of("command", "echo made > made"))),
                        Turn.text("All done."))
                .hook("gate", GATE)
                .user("settings.json", settings);
    }

    @Test
    void a_question_on_the_screen_is_answered_from_elsewhere() throws Exception {
        try (var screen = screen("{\"quietStartup\":true,\"watch\":true}").start()) {
            var folder = folder();
            screen.await("scripted-1");
            screen.submit("please");
            screen.await("Run it?");
            var asking = await(folder, session -> session.string("state", "").equals("asks"));
            assertThat(asking.object("question").string("title")).isEqualTo("Run it?");
            folder.answer(
                    asking.string("id", ""),
                    JsonObject.of("number", asking.object("question").number("number", 0), "answer", "Yes"));
            screen.await("All done.");
            assertThat(screen.project().resolve("made")).hasContent("made");
            assertThat(screen.screen()).doesNotContain("Run it?");
            var idle = await(folder, session -> session.string("state", "").equals("idle"));
            assertThat(String.valueOf(idle.get("lines"))).contains("All done.", "› please");
        }
        assertThat(dir.resolve("home/.pi/agent/watch")).isEmptyDirectory();
    }

    @Deep
    @Test
    void a_click_in_the_browser_approves_what_waits_on_the_screen() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        try (var screen = screen("{\"quietStartup\":true,\"watch\":true}").start();
                var server = new WatchServer(folder(), sessions(), 0);
                var browser = Browser.start()) {
            screen.await("scripted-1");
            screen.submit("please");
            screen.await("Run it?");
            var page = browser.page(900, 900);
            page.open(URI.create(server.address()), "document.querySelector('.question button')");
            assertThat(page.text("document.querySelector('.question').innerText"))
                    .contains("Run it?", "really", "Yes", "No");
            page.click(".question button");
            screen.await("All done.");
            page.await("!document.querySelector('.question') && document.body.innerText.includes('All done.')");
            page.click("h2 a");
            page.await("document.querySelector('.whole').innerText.includes('All done.')");
            assertThat(page.text("document.querySelector('.whole').innerText"))
                    .contains("› please", "▸ bash {\"command\":\"echo made > made\"}");
            assertThat(screen.project().resolve("made")).hasContent("made");
        }
    }

    @Test
    void a_question_is_still_answered_at_the_screen_and_an_old_answer_counts_for_nothing() throws Exception {
        try (var screen = screen("{\"quietStartup\":true,\"watch\":true}").start()) {
            var folder = folder();
            screen.await("scripted-1");
            screen.submit("please");
            screen.await("Run it?");
            var asking = await(folder, session -> session.string("state", "").equals("asks"));
            folder.answer(asking.string("id", ""), JsonObject.of("number", 0, "answer", "Yes"));
            screen.type("n");
            screen.await("All done.");
            assertThat(screen.project().resolve("made")).doesNotExist();
        }
    }

    @Test
    void without_the_setting_nothing_is_reported() throws Exception {
        try (var screen = screen("{\"quietStartup\":true}").start()) {
            screen.await("scripted-1");
            screen.submit("please");
            screen.await("Run it?");
            assertThat(dir.resolve("home/.pi/agent/watch")).doesNotExist();
            screen.type("n");
            screen.await("All done.");
        }
    }
}
