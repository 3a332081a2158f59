package dev.pawl.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.observe.trace.TraceLine;
import dev.pawl.testkit.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that models, tools, users or hooks have written runs in the page or leaves it. */
class HostileSessionPageTest {
    private static final String RUN = "window.ran=1;alert(1)";

    private static final List<String> CORPUS = List.of(
            "<script>" + RUN + "</script>",
            "</script><script>" + RUN + "</script>",
            "<!--<script>" + RUN + "//-->",
            "</ScRiPt ><img src=x onerror='" + RUN + "'>",
            "<svg onload=\"" + RUN + "\"><animate onbegin=" + RUN + " attributeName=x dur=1s>",
            "<iframe srcdoc=\"<script>parent." + RUN + "</script>\"></iframe>",
            "<meta http-equiv=refresh content='0;url=http://127.0.0.1:1/leak'>",
            "<base href=http://127.0.0.1:1/><link rel=stylesheet href=http://127.0.0.1:1/x.css>",
            "<style>@import 'http://127.0.0.1:1/x'; body{background:url(http://127.0.0.1:1/y)}</style>",
            "<form action=http://127.0.0.1:1/><button autofocus onfocus=" + RUN + ">",
            "<details open ontoggle=" + RUN + ">",
            "[click](javascript:" + RUN + ")",
            "[click](JaVaScRiPt&colon;" + RUN + ")",
            "[click](\u0001javascript:" + RUN + ") [x](java\tscript:" + RUN + ")",
            "[click](data:text/html,<script>" + RUN + "</script>)",
            "[click](vbscript:x) [f](file:///etc/passwd) [b](blob:x) [j]( javascript:alert`1` )",
            "![img](http://127.0.0.1:1/tracker.png)",
            "![x](x\"onerror=\"" + RUN + ")",
            "<http://127.0.0.1:1/a\" onclick=\"" + RUN + ">",
            "`<img src=x onerror=" + RUN + ">`",
            "```<img src=x onerror=" + RUN + ">\n</code></pre><script>" + RUN + "</script>\n```",
            "| <script>" + RUN + "</script> |\n|---|\n| <img src=x onerror=" + RUN + "> |",
            "{{constructor.constructor('" + RUN + "')()}} ${" + RUN + "}",
            "\"}]</script><script>" + RUN + "</script>",
            "\\u003cscript\\u003e" + RUN + "\\u003c/script\\u003e",
            "\u2028" + RUN + "\u2029",
            "```constructor\nx\n```\n```__proto__\nx\n```",
            "__proto__ constructor prototype hasOwnProperty",
            "&lt;script&gt;" + RUN + "&lt;/script&gt;",
            "\ud800 lone \udc00",
            "\u202e<gpj.exe\u0000\u0007\u001b[31m");

    @TempDir
    Path folder;

    @Deep
    @Test
    void no_text_of_the_corpus_runs_or_asks_for_anything() throws Exception {
        var target = folder.resolve("out.html");
        try (var session = SessionBuilder.sessions(folder).begin(folder, null)) {
            int call = 0;
            for (var evil : CORPUS) {
                session.append(Message.user(evil, 1));
                var id = "c" + call++ + evil;
                session.append(SessionBuilder.assistant(
                        new Content.Thinking(evil, null, false, JsonObject.empty()),
                        Content.text(evil),
                        Content.ToolUse.of(id, evil, JsonObject.of(evil, evil, "nested", JsonObject.of(evil, evil))),
                        Content.ToolUse.of(id + "1", "bash", JsonObject.of("command", evil)),
                        Content.ToolUse.of(id + "2", "write", JsonObject.of("path", evil, "content", evil)),
                        Content.ToolUse.of(
                                id + "3",
                                "edit",
                                JsonObject.of(
                                        "path",
                                        evil,
                                        "edits",
                                        List.of(JsonObject.of("oldText", evil, "newText", evil)))),
                        Content.image(evil, "image/png"),
                        Content.image("aGk=", "image/svg+xml"),
                        Content.image("aGk=", evil)));
                session.append(SessionBuilder.result(id, evil, evil, JsonObject.of("diff", "+" + evil), true));
                session.appendMessage(evil, Body.of(Content.text(evil)), true, null);
                session.append(Message.from(JsonObject.of("role", "bashExecution", "command", evil)
                        .with("output", evil)
                        .with("exitCode", 1)
                        .with("timestamp", 1)));
            }
            session.append(Message.from(JsonObject.of("role", "assistant", "provider", CORPUS.getFirst())
                    .with("model", CORPUS.get(1))
                    .with("content", List.of())
                    .with("errorMessage", CORPUS.get(3))
                    .with("stopReason", "error")
                    .with("timestamp", 1)));
            session.rename(CORPUS.get(1));
            var traces = CORPUS.stream()
                    .map(evil -> new TraceLine(
                            1, 1, evil, null, false, List.of(new TraceLine.Step(evil, 1, "changed", evil)), 0))
                    .toList();
            SessionPage.write(session, traces, target);
        }
        // The page holds one element that runs, and nothing of the session stands outside of data.
        var html = Files.readString(target);
        assertThat(html.split("<script>", -1)).hasSize(2);
        assertThat(html.split("<script type=\"application/json\"", -1).length).isGreaterThan(3);
        assertThat(html).doesNotContain("<img", "<iframe", "<svg");

        Needed.that(Browser.program() != null, "chromium is not installed");
        try (var browser = Browser.start()) {
            var page = browser.page(1000, 800);
            page.open(target.toUri(), "document.body.dataset.ready");
            page.evaluate("shownBlocks.forEach(fillBlock)");
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; d.fill && d.fill() })");
            assertThat(page.text("main.querySelectorAll('section').length"))
                    .isEqualTo(String.valueOf(CORPUS.size() * 5 + 1));
            assertThat(page.text("window.ran")).isEqualTo("undefined");
            assertThat(page.text("document.querySelectorAll('iframe,svg,object,embed,form,base,link,main style,main"
                            + " script').length"))
                    .isEqualTo("0");
            assertThat(page.text("[...document.querySelectorAll('a')].filter(a =>"
                            + " !/^(https?|mailto):/.test(a.href)).length"))
                    .isEqualTo("0");
            assertThat(page.text("[...document.querySelectorAll('img')].filter(i =>"
                            + " !/^data:image\\/(png|jpeg|gif|webp);/.test(i.src)).length"))
                    .isEqualTo("0");
            assertThat(page.text("[...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a =>"
                            + " a.name.startsWith('on'))).length"))
                    .isEqualTo("0");
            assertThat(page.text("Object.prototype.polluted")).isEqualTo("undefined");
            assertThat(page.dialogs()).isEmpty();
            assertThat(page.requests())
                    .allMatch(address -> address.startsWith("file:") || address.equals("about:blank"));
            assertThat(page.complaints()).isEmpty();
        }
    }

    @Deep
    @Test
    void a_script_that_would_stand_in_the_page_is_not_allowed_to_run() throws Exception {
        var target = folder.resolve("out.html");
        try (var session = SessionBuilder.conversation(folder)) {
            SessionPage.write(session, List.of(), target);
        }
        Needed.that(Browser.program() != null, "chromium is not installed");
        Files.writeString(
                target,
                Files.readString(target)
                        .replace("</main>", "</main><script>window.ran=1</script><img src=x onerror='window.ran=2'>"));
        try (var browser = Browser.start()) {
            var page = browser.page(1000, 800);
            page.open(target.toUri(), "document.body.dataset.ready");
            assertThat(page.text("window.ran")).isEqualTo("undefined");
            assertThat(page.complaints()).anyMatch(words -> words.contains("Content Security Policy"));
        }
    }
}
