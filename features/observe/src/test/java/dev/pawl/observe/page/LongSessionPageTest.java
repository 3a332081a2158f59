package dev.pawl.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A long session is drawn near the window only; {@code -Dpawl.page.megabytes=50} makes it as long as docs/observe.md says. */
@Deep
class LongSessionPageTest {
    private static final long SIZE = Integer.getInteger("pawl.page.megabytes", 6) * 1_000_000L;

    @TempDir
    Path folder;

    @Test
    void a_long_session_opens_scrolls_and_is_searched_without_being_drawn_as_a_whole() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        var target = folder.resolve("out.html");
        int entries = 0;
        try (var session = SessionBuilder.sessions(folder).inMemory(folder)) {
            var output = "a line of output with some words in it, and <tags> & \"quotes\"\n".repeat(60);
            for (long size = 0; size < SIZE; size += output.length() + 900) {
                session.append(Message.user("Question " + entries + " about *something*", 1));
                session.append(SessionBuilder.assistant(
                        Content.text("Some **words**. ".repeat(30)),
                        Content.ToolUse.of("c" + entries, "bash", JsonObject.of("command", "cat file" + entries))));
                session.append(SessionBuilder.result("c" + entries, "bash", output, JsonObject.empty(), false));
                entries += 3;
            }
            session.append(Message.user("the needle at the end", 1));
            SessionPage.write(session, List.of(), target);
        }
        // What is seen first is before the script, all that follows it is not waited for.
        var html = Files.readString(target);
        assertThat(html.indexOf("<script>")).isBetween(html.indexOf("id=\"chunk-0\""), html.indexOf("id=\"chunk-1\""));
        try (var browser = Browser.start()) {
            var page = browser.page(1200, 900);
            page.open(target.toUri(), "performance.getEntriesByName('drawn').length");
            System.out.println("a page of " + Files.size(target) / 1_000_000 + " MB with " + entries
                    + " entries: first entries drawn "
                    + page.text("Math.round(performance.getEntriesByName('drawn')[0].startTime)")
                    + " ms after the start, all data there after "
                    + page.text("loaded.then(() =>"
                            + " Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventStart))")
                    + " ms");
            assertThat(page.text("document.querySelectorAll('section').length < 200"))
                    .isEqualTo("true");
            // Neither the tree nor the branch is made of as many elements as the session has entries.
            assertThat(page.text("index.length > 3000 && document.querySelectorAll('#tree li').length < 200"))
                    .isEqualTo("true");
            page.evaluate("side.scrollTop = side.scrollHeight");
            page.await("[...document.querySelectorAll('#tree li')].at(-1).innerText.includes('the needle')");
            assertThat(page.text("document.querySelectorAll('#tree li').length < 200"))
                    .isEqualTo("true");
            page.key("G");
            page.await("document.querySelector('section.current').innerText.includes('the needle')");
            page.await("document.querySelector('section.current').getBoundingClientRect().top < innerHeight");
            page.await("document.querySelectorAll('section').length < 200");
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)");
            page.await("[...document.querySelectorAll('section')].some(s => { const r = s.getBoundingClientRect();"
                    + " return r.bottom > 100 && r.top < innerHeight })");
            page.key("/");
            page.type("needle at");
            page.await("document.querySelector('#hits').textContent === '1 found'");
            page.key("Enter");
            page.await("document.querySelector('section.current').innerText.includes('the needle')");
            assertThat(page.complaints()).isEmpty();
        }
    }
}
