package dev.pawl.observe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.observe.page.SessionBuilder;
import dev.pawl.session.Session;
import dev.pawl.testkit.browser.Browser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may use the page of what runs now, and what it shows. */
class WatchServerTest {
    private static final String EVIL = "<img src=x onerror=\"window.ran=1\"></pre><script>window.ran=1</script>";

    @TempDir
    Path dir;

    private LiveFolder folder;
    private WatchServer server;
    private Session session;
    private String token;

    @BeforeEach
    void serve() throws IOException {
        folder = new LiveFolder(dir);
        var sessions = SessionBuilder.sessions(dir);
        session = sessions.begin(dir, null);
        session.append(Message.user("the first prompt " + EVIL, 1));
        session.append(SessionBuilder.assistant(
                Content.text("An answer."), Content.ToolUse.of("c1", "bash", JsonObject.of("command", "ls"))));
        server = new WatchServer(folder, sessions, 0);
        token = server.address().substring(server.address().indexOf("token=") + "token=".length());
        folder.publish("s-1", state("s-1", ProcessHandle.current().pid()));
    }

    @AfterEach
    void end() throws IOException {
        server.close();
        session.close();
    }

    private JsonObject state(String id, long pid) {
        return JsonObject.of("id", id, "pid", pid)
                .with("cwd", "/work " + EVIL)
                .with("file", String.valueOf(session.file()))
                .with("state", "asks")
                .with("cost", 0.25)
                .with("lines", List.of("› hello", EVIL))
                .with("waiting", List.of("Guard.java at tool_call"))
                .with(
                        "question",
                        JsonObject.of("number", 7, "kind", "confirm")
                                .with("title", "Run it? " + EVIL)
                                .with("message", "rm x")
                                .with("options", List.of("Yes", "No")));
    }

    /** Sends a request exactly as it is written, which no client would do. */
    private String sent(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            socket.setSoTimeout(20_000);
            var answer = new StringBuilder();
            int c;
            while ((c = socket.getInputStream().read()) >= 0 && c != '\n') {
                answer.append((char) c);
            }
            return answer.toString().strip();
        }
    }

    private String get(String path, String headers) throws IOException {
        return sent("GET " + path + " HTTP/1.1\nConnection: close\n" + headers + "\n");
    }

    private String host() {
        return "Host: 127.0.0.1:" + server.port() + "\n";
    }

    @Test
    void only_the_right_host_origin_and_token_are_answered() throws Exception {
        var page = "/?token=" + token;
        assertThat(get(page, host())).contains(" 200 ");
        assertThat(get(page, "Host: localhost:" + server.port() + "\n")).contains(" 200 ");
        // A name of somebody else's that points here.
        assertThat(get(page, "Host: evil.example:" + server.port() + "\n")).contains(" 403 ");
        assertThat(get(page, "Host: 127.0.0.1\n")).contains(" 403 ");
        assertThat(get(page, host() + "Origin: http://evil.example\n")).contains(" 403 ");
        assertThat(get(page, host() + "Origin: null\n")).contains(" 403 ");
        assertThat(get(page, host() + "Sec-Fetch-Site: cross-site\n")).contains(" 403 ");
        assertThat(get("/", host())).contains(" 401 ");
        assertThat(get("/?token=" + token.substring(1), host())).contains(" 401 ");
        assertThat(get("/events", host())).contains(" 401 ");
        assertThat(get("/session?id=s-1", host())).contains(" 401 ");
        assertThat(get("/session?id=s-1&token=" + token, host())).contains(" 200 ");
        assertThat(get("/session?id=../../etc/passwd&token=" + token, host())).contains(" 404 ");
        assertThat(get("/lines?id=s-1", host())).contains(" 401 ");
        assertThat(get("/lines?id=s-1&token=" + token, host())).contains(" 200 ");
        assertThat(get("/lines?id=../../etc/passwd&token=" + token, host())).contains(" 404 ");
        assertThat(get("/answer?token=" + token, host())).contains(" 404 ");
    }

    private String posted(String headers, String body) throws IOException {
        return sent("POST /answer?token=" + token + " HTTP/1.1\nConnection: close\nContent-Length: " + body.length()
                + "\n" + host() + headers + "\n" + body);
    }

    @Test
    void an_answer_needs_the_token_in_a_header_and_a_question_that_is_asked() throws Exception {
        var right = "X-Pawl-Token: " + token + "\nContent-Type: application/json\n";
        var answer = "{\"id\":\"s-1\",\"number\":7,\"answer\":\"Yes\"}";
        // What a form of another page can send.
        assertThat(posted("Content-Type: text/plain\n", answer)).contains(" 401 ");
        assertThat(posted("Content-Type: application/x-www-form-urlencoded\n", answer))
                .contains(" 401 ");
        assertThat(posted("X-Pawl-Token: " + token + "\nContent-Type: text/plain\n", answer))
                .contains(" 415 ");
        assertThat(posted(right + "Origin: http://evil.example\n", answer)).contains(" 403 ");
        assertThat(posted(right, "{\"id\":\"s-1\",\"number\":6,\"answer\":\"Yes\"}"))
                .contains(" 409 ");
        assertThat(posted(right, "{\"id\":\"../x\",\"number\":7,\"answer\":\"Yes\"}"))
                .contains(" 409 ");
        assertThat(posted(right, "no json")).contains(" 400 ");
        assertThat(folder.takeAnswer("s-1")).isNull();
        assertThat(posted(right, answer)).contains(" 204 ");
        assertThat(folder.takeAnswer("s-1")).isEqualTo(JsonObject.of("number", 7, "answer", "Yes"));
    }

    @Test
    void files_are_the_users_alone_and_those_of_programs_that_are_gone_are_taken_away() throws Exception {
        assertThat(Files.getPosixFilePermissions(dir.resolve("watch")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(Files.getPosixFilePermissions(dir.resolve("watch/s-1.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        folder.publish("gone", state("gone", Long.MAX_VALUE));
        Files.writeString(dir.resolve("watch/odd.json"), "no json");
        assertThat(folder.sessions()).hasSize(1);
        assertThat(dir.resolve("watch/gone.json")).doesNotExist();
    }

    @Deep
    @Test
    void what_sessions_say_is_shown_as_text_and_a_click_answers() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        try (var browser = Browser.start()) {
            var page = browser.page(900, 900);
            page.open(URI.create(server.address()), "document.body.dataset.ready");
            assertThat(page.text("document.querySelector('#s-s-1').innerText"))
                    .contains("$0.2500", "waits for Guard.java at tool_call", "<img src=x", "› hello");
            assertThat(page.text("document.querySelectorAll('img, section script').length"))
                    .isEqualTo("0");
            page.click("#s-s-1 .question button");
            @Nullable JsonObject given = null;
            for (int i = 0; given == null && i < 600; i++) {
                page.await("true");
                given = folder.takeAnswer("s-1");
            }
            assertThat(given).isEqualTo(JsonObject.of("number", 7, "answer", "Yes"));
            folder.remove("s-1");
            page.await("!document.querySelector('#s-s-1')");
            assertThat(page.text("window.ran")).isEqualTo("undefined");
            assertThat(page.complaints()).isEmpty();
        }
    }

    @Deep
    @Test
    void one_session_that_is_kept_nowhere_is_opened_and_goes_on_with_its_last_lines() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        var own = state("s-1", ProcessHandle.current().pid()).without("file");
        folder.publish("s-1", own);
        folder.publish("s-2", own.with("id", "s-2"));
        try (var browser = Browser.start()) {
            var page = browser.page(900, 900);
            page.open(URI.create(server.address()), "document.querySelector('#s-s-2')");
            var seen = "[...document.querySelectorAll('section')].filter(s => s.offsetHeight).map(s => s.id).join()";
            assertThat(page.text(seen)).isEqualTo("s-s-1,s-s-2");
            page.click("#s-s-1 h2 a");
            page.await(seen + " === 's-s-1'");
            folder.publish("s-1", own.with("lines", List.of("a new line")));
            page.await("document.querySelector('#s-s-1').innerText.includes('a new line')");
            assertThat(page.text(seen)).isEqualTo("s-s-1");
            page.click("#s-s-1 h2 a");
            page.await(seen + " === 's-s-1,s-s-2'");
            assertThat(page.complaints()).isEmpty();
        }
    }

    @Deep
    @Test
    void an_opened_session_shows_all_that_was_said_and_goes_on() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        for (int i = 0; i < 2_100; i++) {
            session.append(Message.user("prompt number " + i + ".", 1));
        }
        var fork = session.leafId();
        try (var browser = Browser.start()) {
            var page = browser.page(900, 900);
            page.open(URI.create(server.address() + "#s-s-1"), "document.querySelector('#s-s-1')");
            var said = "document.querySelector('#s-s-1 .whole').textContent";
            page.await(said + ".includes('prompt number 2099.')");
            assertThat(page.text(said)).contains("the first prompt <img", "▸ bash {\"command\":\"ls\"}", "number 0.");
            assertThat(page.text("document.querySelectorAll('.whole pre').length"))
                    .isEqualTo("2103");
            assertThat(page.text("document.querySelector('#s-s-1 .lines').offsetHeight"))
                    .isEqualTo("0");
            session.append(Message.user("one more", 1));
            folder.publish("s-1", state("s-1", ProcessHandle.current().pid()).with("cost", 0.5));
            page.await(said + ".endsWith('one more')");
            assertThat(page.text("document.querySelectorAll('.whole pre').length"))
                    .isEqualTo("2104");
            session.moveTo(String.valueOf(fork));
            session.append(Message.user("another way", 1));
            folder.publish("s-1", state("s-1", ProcessHandle.current().pid()).with("cost", 0.75));
            page.await(said + ".endsWith('another way')");
            assertThat(page.text(said)).doesNotContain("one more");
            assertThat(page.text("window.ran + ' ' + document.querySelectorAll('.whole img').length"))
                    .isEqualTo("undefined 0");
            assertThat(page.complaints()).isEmpty();
        }
    }

    @Test
    void two_servers_side_by_side_take_their_own_token_only() throws Exception {
        var first = server;
        var firstToken = token;
        try (var second = new WatchServer(folder, SessionBuilder.sessions(dir), 0)) {
            server = second;
            assertThat(get("/?token=" + firstToken, host())).contains(" 401 ");
            assertThat(get(second.address().substring(second.address().indexOf("/?")), host()))
                    .contains(" 200 ");
        } finally {
            server = first;
        }
        assertThat(get("/?token=" + firstToken, host())).contains(" 200 ");
    }

    /** Knows even the token, which it should not. */
    private static final String ATTACK = """
        <!doctype html><title>attack</title><body><script>
        const base = 'http://127.0.0.1:PORT', token = 'TOKEN', body = '{"id":"s-1","number":7,"answer":"Yes"}';
        const tried = (name, promise) => promise.then(r => name + ' ' + r.type + ' ' + r.status, () => name + ' refused');
        const all = Promise.all([
          tried('read', fetch(base + '/session?id=s-1&token=' + token)),
          tried('blind', fetch(base + '/answer?token=' + token, { method: 'POST', mode: 'no-cors', body })),
          tried('header', fetch(base + '/answer', { method: 'POST', body, headers: { 'X-Pawl-Token': token, 'Content-Type': 'application/json' } })),
          new Promise(done => {
            const events = new EventSource(base + '/events?token=' + token);
            events.onmessage = () => done('events read');
            events.onerror = () => { events.close(); done('events refused'); };
          }),
        ]);
        all.then(results => { document.body.dataset.ready = results.join(', '); });
        </script>\
        """;

    @Deep
    @Test
    void a_page_of_another_origin_in_a_real_browser_reads_and_answers_nothing() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        var attacker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var html = ATTACK.replace("PORT", String.valueOf(server.port()))
                .replace("TOKEN", token)
                .getBytes(StandardCharsets.UTF_8);
        attacker.createContext("/", exchange -> {
            try (exchange) {
                exchange.getResponseHeaders().set("Content-Type", "text/html");
                exchange.sendResponseHeaders(200, html.length);
                exchange.getResponseBody().write(html);
            }
        });
        attacker.start();
        try (var browser = Browser.start()) {
            var page = browser.page(900, 900);
            page.open(
                    URI.create("http://localhost:" + attacker.getAddress().getPort() + "/"),
                    "document.body.dataset.ready");
            assertThat(page.text("document.body.dataset.ready"))
                    .contains("read refused", "header refused", "events refused");
            assertThat(folder.takeAnswer("s-1")).isNull();
        } finally {
            attacker.stop(0);
        }
    }

    /** To the browser, what is at the name of somebody else is one origin, wherever the name points to now. */
    @Deep
    @Test
    void a_name_that_was_made_to_point_here_is_refused_in_a_real_browser() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        try (var browser = Browser.start("--host-resolver-rules=MAP evil.example 127.0.0.1")) {
            var page = browser.page(900, 900);
            page.open(
                    URI.create("http://evil.example:" + server.port() + "/?token=" + token),
                    "document.readyState === 'complete'");
            assertThat(page.text("location.host + ' ' + document.body.innerText.trim()"))
                    .isEqualTo("evil.example:" + server.port() + " no");
            var answer = "{method: 'POST', body: '{\"id\":\"s-1\",\"number\":7,\"answer\":\"Yes\"}', headers:"
                    + " {'X-Pawl-Token': '" + token + "', 'Content-Type': 'application/json'}}";
            assertThat(page.text("fetch('/answer', " + answer + ").then(r => r.status)"))
                    .isEqualTo("403");
            assertThat(page.text("fetch('/session?id=s-1&token=" + token + "').then(r => r.status)"))
                    .isEqualTo("403");
            assertThat(folder.takeAnswer("s-1")).isNull();
        }
    }
}
