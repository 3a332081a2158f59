package dev.pawl.observe.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.observe.trace.TraceLine;
import dev.pawl.testkit.browser.Browser;
import dev.pawl.testkit.browser.BrowserPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session as a page, in a real browser. */
@Deep
class SessionPageTest {
    private static @Nullable Browser browser;

    @TempDir
    Path folder;

    static BrowserPage opened(Path page, int width, int height) throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        var running = browser == null ? Browser.start() : browser;
        browser = running;
        var shown = running.page(width, height);
        shown.open(page.toUri(), "document.body.dataset.ready");
        return shown;
    }

    @AfterAll
    static void end() throws Exception {
        if (browser != null) {
            browser.close();
            browser = null;
        }
    }

    private Path exported(TraceLine... traces) throws Exception {
        try (var session = SessionBuilder.conversation(folder)) {
            var target = folder.resolve("out.html");
            SessionPage.write(session, List.of(traces), target);
            return target;
        }
    }

    @Test
    void a_page_shows_markdown_code_thinking_calls_pictures_and_figures() throws Exception {
        var page = opened(exported(), 1200, 900);
        assertThat(page.text("document.title")).isEqualTo("My <session>");
        assertThat(page.text("document.querySelector('#facts').textContent")).contains("4,800 tokens in", "$0.0500");
        assertThat(page.text("document.querySelector('section.user em').textContent"))
                .isEqualTo("this");
        assertThat(page.text("document.querySelector('section.assistant strong').textContent"))
                .isEqualTo("look");
        assertThat(page.text("document.querySelector('ol ul li').textContent")).isEqualTo("inner");
        assertThat(page.text("document.querySelector('td').textContent")).isEqualTo("1");
        assertThat(page.text("[...document.querySelectorAll('.md code .key')].map(e => e.textContent)"))
                .isEqualTo("class,int");
        assertThat(page.text("document.querySelector('.md code .com').textContent"))
                .isEqualTo("// end");
        assertThat(page.text("document.querySelector('a').href")).isEqualTo("https://example.com/x");
        assertThat(page.text("document.querySelector('.call pre').textContent")).isEqualTo("echo hello");
        assertThat(page.text("document.querySelector('img').naturalWidth")).isEqualTo("1");
        assertThat(page.text("document.querySelector('.usage').textContent")).contains("1,200 in", "34 out", "$0.0125");

        assertThat(page.text("document.querySelector('details[data-key]').open"))
                .isEqualTo("false");
        assertThat(page.text("document.body.innerText")).doesNotContain("I should look first.");
        page.click("section.assistant details summary");
        page.await("document.body.innerText.includes('I should look first.')");
        assertThat(page.complaints()).isEmpty();
    }

    @Test
    void branches_are_a_tree_to_walk_with_the_mouse_and_with_keys() throws Exception {
        var page = opened(exported(), 1200, 900);
        assertThat(page.text("[...document.querySelectorAll('#tree button')].map(e => e.textContent)"))
                .contains("What is in", "The first way", "The second way");
        assertThat(page.text("document.querySelector('#entries').innerText"))
                .contains("Answer on the second branch.", "Branch 2 of 2")
                .doesNotContain("first branch");
        page.click("#tree li:nth-child(2) button");
        page.await("document.querySelector('#entries').innerText.includes('Answer on the first branch.')");
        assertThat(page.text("document.querySelector('.diff .del').textContent"))
                .contains("-1 old line");
        assertThat(page.text("document.querySelector('.diff .add').textContent"))
                .contains("+1 new line");
        page.key("]");
        page.await("document.querySelector('#entries').innerText.includes('Answer on the second branch.')");
        page.key("g");
        page.await("document.querySelector('section.current').classList.contains('user')");
        page.key("j");
        page.await("document.querySelector('section.current').classList.contains('assistant')");
        page.key("o");
        page.await("document.body.innerText.includes('I should look first.')");
        assertThat(page.complaints()).isEmpty();
    }

    @Test
    void a_search_finds_what_is_folded_and_on_other_branches() throws Exception {
        var page = opened(exported(), 1200, 900);
        page.key("/");
        page.type("SHOULD look");
        page.await("document.querySelector('#hits').textContent === '1 found'");
        page.key("Enter");
        page.await("document.querySelector('#hits').textContent === '1 of 1'");
        page.await("document.body.innerText.includes('I should look first.')");
        page.await("CSS.highlights.get('hit').size > 0");
        page.key("Escape");
        page.key("/");
        page.type("first branch");
        page.await("document.querySelector('#hits').textContent === '1 found'");
        page.key("Enter");
        page.await("document.querySelector('#entries').innerText.includes('Answer on the first branch.')");
        assertThat(page.complaints()).isEmpty();
    }

    @Test
    void a_page_is_light_or_dark_and_fits_a_phone() throws Exception {
        var page = opened(exported(), 390, 800);
        assertThat(page.text("document.documentElement.scrollWidth <= 390")).isEqualTo("true");
        page.colours("dark");
        var dark = page.text("getComputedStyle(document.body).backgroundColor");
        page.colours("light");
        assertThat(page.text("getComputedStyle(document.body).backgroundColor")).isNotEqualTo(dark);
        page.click("#theme");
        assertThat(page.text("getComputedStyle(document.body).backgroundColor")).isEqualTo(dark);
        page.click("#show-tree");
        page.await("document.querySelector('#side').getBoundingClientRect().width > 200");
        page.click("#tree li:nth-child(2) button");
        page.await("document.querySelector('#entries').innerText.includes('Answer on the first branch.')");
        assertThat(page.text("document.body.classList.contains('tree')")).isEqualTo("false");
    }

    @Test
    void what_hooks_did_stands_where_it_happened() throws Exception {
        var stopped = new TraceLine(
                1,
                5,
                "tool_authorize",
                "c1",
                false,
                List.of(
                        new TraceLine.Step("/hooks/Quiet.java", 10, "passed", null),
                        new TraceLine.Step("/hooks/Guard.java", 2_500_000, "stopped", "Block[reason=no]")),
                0);
        var result = new TraceLine(
                2,
                6,
                "tool_result",
                "c1",
                false,
                List.of(new TraceLine.Step("Redact.java", 9_000, "changed", "less")),
                0);
        var prompt = new TraceLine(
                3,
                System.currentTimeMillis() + 60_000,
                "context",
                null,
                false,
                List.of(new TraceLine.Step("Trim.java", 9_000, "changed", "messages: 3 elements → 2 elements")),
                0);
        var page = opened(exported(stopped, result, prompt), 1200, 900);
        assertThat(page.text("document.querySelector('section.assistant .call.stopped .deed').textContent"))
                .contains("Guard.java", "blocked it", "tool_authorize", "2.5 ms", "Block[reason=no]");
        assertThat(page.text("document.querySelector('section.result .deed').textContent"))
                .contains("Redact.java", "changed it");
        assertThat(page.text("[...document.querySelectorAll('section')].at(-1).querySelector('.deed').textContent"))
                .contains("Trim.java", "context");
        assertThat(page.text("document.body.innerText")).doesNotContain("Quiet.java");
    }

    @Test
    void hidden_messages_and_signatures_are_not_in_the_page() throws Exception {
        try (var session = SessionBuilder.sessions(folder).begin(folder, null)) {
            session.append(Message.user("Hi", 1));
            session.append(SessionBuilder.assistant(new Content.Text("Hello", "SIGNATURE-1", JsonObject.empty())));
            session.appendMessage("note", Body.of(Content.text("from a hook")), true, null);
            session.appendMessage("note", Body.of(Content.text("not to be shown")), false, null);
            var target = folder.resolve("out.html");
            Files.writeString(target, "the old page");
            SessionPage.write(session, List.of(), target);
            assertThat(target)
                    .content()
                    .startsWith("<!doctype html>")
                    .contains("from a hook")
                    .doesNotContain("not to be shown", "SIGNATURE-1", "the old page");
        }
    }

    @Test
    void a_session_in_which_nothing_was_said_makes_no_page() throws Exception {
        try (var session = SessionBuilder.sessions(folder).begin(folder, null)) {
            var target = folder.resolve("out.html");
            assertThatThrownBy(() -> SessionPage.write(session, List.of(), target))
                    .hasMessageContaining("nothing to export yet");
            assertThat(target).doesNotExist();
            assertThat(SessionPage.fileName(session))
                    .startsWith("pawl-session-")
                    .endsWith(".html");
        }
    }

    @Test
    void the_branch_as_markdown_keeps_fences_whole() throws Exception {
        try (var session = SessionBuilder.conversation(folder)) {
            session.append(SessionBuilder.result("c9", "bash", "```\nin a fence", JsonObject.empty(), true));
            var target = folder.resolve("out.md");
            SessionExport.write(session, SessionBuilder.sessions(folder), List.of(), target);
            assertThat(target)
                    .content()
                    .startsWith("# My <session>")
                    .contains("## User", "```sh\necho hello\n```", "> I should look first.", "The second way")
                    .contains("````\n```\nin a fence\n````")
                    .doesNotContain("The first way");
        }
    }
}
