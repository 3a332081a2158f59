package dev.pawl.observe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.observe.page.SessionBuilder;
import dev.pawl.observe.page.SessionPage;
import dev.pawl.observe.page.TracePage;
import dev.pawl.observe.trace.TraceLine;
import dev.pawl.testkit.browser.Browser;
import dev.pawl.testkit.browser.BrowserPage;
import dev.pawl.testkit.browser.Pictures;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages look as the pictures in the docs, which {@code -Dgoldens=write} takes again. */
@Deep
class PagePicturesTest {
    private static final Path PICTURES = Checkout.file("docs/pictures");
    private static final String READY = "document.body.dataset.ready";

    /** Other fonts make less of a difference, another theme or a part that is missing more. */
    private static final double MOST = 14;

    @TempDir
    Path folder;

    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        browser = Browser.start();
    }

    @AfterEach
    void end() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    /** Compares pictures when all are taken: another page puts the first one into the background, where nothing is drawn. */
    private BrowserPage same(Map<String, byte[]> pictures) throws Exception {
        var comparing = browser.page(100, 100);
        for (var one : pictures.entrySet()) {
            var file = PICTURES.resolve(one.getKey() + ".png");
            if ("write".equals(System.getProperty("goldens"))) {
                Files.write(file, one.getValue());
            }
            var seen = Path.of("target", one.getKey() + ".png");
            Files.write(seen, one.getValue());
            assertThat(Pictures.difference(comparing, Files.readAllBytes(file), one.getValue()))
                    .as("%s looks as %s", seen, file)
                    .isLessThan(MOST);
        }
        return comparing;
    }

    private static TraceLine line(
            int number, long time, String point, @Nullable String call, boolean remark, TraceLine.Step... steps) {
        return new TraceLine(number, time, point, call, remark, List.of(steps), remark ? 5_200 : 0);
    }

    private static List<TraceLine> traces() {
        return List.of(
                line(1, 1_000, "input", null, false, new TraceLine.Step("House.java", 80_000_000, "passed", null)),
                line(
                        2,
                        1_400,
                        "tool_call",
                        "c1",
                        false,
                        new TraceLine.Step("Quiet.java", 30_000_000, "passed", null),
                        new TraceLine.Step(
                                "Guard.java", 90_000_000, "stopped", "Block[reason=not outside of the project]")),
                line(
                        3,
                        1_900,
                        "tool_result",
                        "c2",
                        false,
                        new TraceLine.Step("Redact.java", 40_000_000, "changed", "text: 40 → 12 characters")),
                line(
                        4,
                        2_200,
                        "context",
                        null,
                        true,
                        new TraceLine.Step(
                                "Trim.java",
                                0,
                                "changed",
                                "rewrote message 3 of 7: about 5,200 tokens are paid again")));
    }

    private Path session() throws Exception {
        var target = folder.resolve("session.html");
        try (var session = SessionBuilder.sessions(folder).begin(Path.of("/home/alice/shop"), null)) {
            session.append(Message.user("An empty cart breaks the *total*. Fix it.", 1));
            session.append(SessionBuilder.assistant(
                    new Content.Thinking("An empty cart has no items.", null, false, JsonObject.empty()),
                    Content.text("I clear the cache first."),
                    Content.ToolUse.of("c1", "bash", JsonObject.of("command", "rm -r ../cache"))));
            session.append(SessionBuilder.result("c1", "bash", "not outside of the project", JsonObject.empty(), true));
            session.append(SessionBuilder.assistant(Content.ToolUse.of(
                    "c2",
                    "edit",
                    JsonObject.of(
                            "path",
                            "Cart.java",
                            "edits",
                            List.of(JsonObject.of("oldText", "getAsInt()", "newText", "sum()"))))));
            session.append(SessionBuilder.result(
                    "c2", "edit", "done", JsonObject.of("diff", "-3     getAsInt();\n+3     sum();\n 4 }"), false));
            session.append(SessionBuilder.assistant(Content.text("""
                The total of an **empty cart** is `0` now:

                ```java
                int total() {
                    return items.stream().sum(); // never empty
                }
                ```\
                """)));
            session.rename("The total of an empty cart");
            SessionPage.write(session, traces(), target);
        }
        return target;
    }

    @Test
    void the_page_of_a_session_in_light_in_dark_and_on_a_phone() throws Exception {
        var address = session().toUri();
        var page = browser.page(1100, 900);
        page.colours("light");
        page.open(address, READY);
        var light = page.picture();
        page.colours("dark");
        page.open(address, READY);
        var dark = page.picture();
        page.colours("light");
        page.size(390, 800);
        page.open(address, READY);
        var comparing =
                same(Map.of("session-page", light, "session-page-dark", dark, "session-page-phone", page.picture()));
        // A comparison that could not tell these two apart would compare nothing.
        assertThat(Pictures.difference(comparing, light, dark)).isGreaterThan(MOST * 3);
    }

    @Test
    void the_page_of_traces() throws Exception {
        var target = folder.resolve("trace.html");
        TracePage.write("0198f2c4", traces(), target);
        var page = browser.page(1100, 800);
        page.colours("light");
        page.open(target.toUri(), READY);
        same(Map.of("trace-page", page.picture()));
    }

    @Test
    void the_page_of_what_runs_now() throws Exception {
        var live = new LiveFolder(folder);
        live.publish(
                "s-1",
                JsonObject.of("id", "s-1", "pid", ProcessHandle.current().pid())
                        .with("cwd", "/home/alice/shop")
                        .with("state", "asks")
                        .with("cost", 0.25)
                        .with("lines", List.of("› Clean up the old builds", "I clear them away first."))
                        .with("waiting", List.of("Guard.java at tool_call"))
                        .with(
                                "question",
                                JsonObject.of("number", 7, "kind", "confirm")
                                        .with("title", "Run it?")
                                        .with("message", "rm -r build")
                                        .with("options", List.of("Yes", "No"))));
        try (var server = new WatchServer(live, SessionBuilder.sessions(folder), 0)) {
            var page = browser.page(1100, 600);
            page.colours("light");
            page.open(URI.create(server.address()), READY);
            page.await("document.querySelector('#s-s-1 .question button')");
            same(Map.of("watch-page", page.picture()));
        }
    }
}
