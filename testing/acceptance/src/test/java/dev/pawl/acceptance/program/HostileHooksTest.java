package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a hook does to the JVM that it shares, a print run answers or says why not, and the program ends. */
@Deep
class HostileHooksTest {
    @TempDir
    Path dir;

    /** What a hook does while it is installed, and goes on doing. */
    enum Misdeed {
        SPINNING_VIRTUAL_THREADS("for (int i = 0; i < 40; i++) Thread.startVirtualThread(() -> { while (true) {} });"),
        SPINNING_THREADS("for (int i = 0; i < 20; i++) { var t = new Thread(() -> { while (true) {} }); t.start(); }"),
        THREADS_THAT_ARE_NO_DAEMONS(
                "for (int i = 0; i < 200; i++) new Thread(() -> { try { Thread.sleep(Duration.ofDays(1)); }"
                        + " catch (InterruptedException e) { } }).start();"),
        SPINNING_TIMERS("for (int i = 0; i < 10; i++) pi.every(Duration.ofMillis(1), ctx -> { while (true) {} });"),
        DEADLOCK("""
            var a = new Object();
            var b = new Object();
            for (int i = 0; i < 50; i++) {
                Thread.startVirtualThread(() -> { synchronized (a) { Thread.yield(); synchronized (b) { } } });
                Thread.startVirtualThread(() -> { synchronized (b) { Thread.yield(); synchronized (a) { } } });
            }
            """),
        FULL_COMMON_POOL("for (int i = 0; i < 200; i++) java.util.concurrent.ForkJoinPool.commonPool()"
                + ".submit(() -> { while (true) {} });"),
        OTHER_DEFAULTS("""
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            System.setProperty("line.separator", "XX");
            System.setProperty("user.dir", "/nowhere");
            System.setProperty("java.io.tmpdir", "/nowhere");
            System.setProperty("user.home", "/nowhere");
            System.setProperty("file.encoding", "EBCDIC");
            """),
        NO_PROPERTIES("System.setProperties(new Properties());"),
        UNCAUGHT_HANDLER("""
            Thread.setDefaultUncaughtExceptionHandler((t, e) -> { while (true) {} });
            new Thread(() -> { throw new IllegalStateException(); }).start();
            """),
        THREAD_LOCALS("""
            var kept = new ThreadLocal<byte[]>();
            pi.on(CONTEXT, (context, ctx) -> { kept.set(new byte[1_000_000]); return context; });
            """),
        FAILING_HANDLERS("""
            pi.on(SESSION_START, (e, ctx) -> { throw new Error("error"); });
            pi.on(CONTEXT, (e, ctx) -> { throw new StackOverflowError(); });
            pi.on(TURN_START, (e, ctx) -> { throw new OutOfMemoryError("made up"); });
            pi.on(TURN_END, (e, ctx) -> { throw new ThreadDeath(); });
            pi.on(AGENT_END, (e, ctx) -> { throw new NoClassDefFoundError("gone"); });
            """),
        ENDLESS_RECURSION("""
            pi.on(SESSION_START, (e, ctx) -> {
                class Deep { int down(int n) { return down(n + 1) + 1; } }
                new Deep().down(0);
            });
            """),
        A_WAY_OUT("""
            pi.on(SESSION_START, (e, ctx) -> System.exit(3));
            pi.on(AGENT_END, (e, ctx) -> Runtime.getRuntime().halt(4));
            """),
        NO_CLOSE("pi.on(SESSION_SHUTDOWN, (e, ctx) -> { while (true) { Thread.onSpinWait(); } });"),
        ENDLESS_SHUTDOWN("""
            Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) {} }));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                while (true) try { Thread.sleep(Duration.ofDays(1)); } catch (InterruptedException e) { }
            }));
            """),
        LOCKS_ON_SHARED_CLASSES("""
            new Thread(() -> {
                synchronized (Hook.class) { synchronized (System.class) { synchronized (Runtime.class) { while (true) {} } } }
            }).start();
            """),
        LOW_PRIORITY("Thread.currentThread().setPriority(1); Thread.currentThread().setName(\"main\");"),
        NO_SECURITY_PROVIDERS("""
            for (var one : java.security.Security.getProviders()) {
                java.security.Security.removeProvider(one.getName());
            }
            """),
        OTHER_PROXIES("""
            java.net.ProxySelector.setDefault(new java.net.ProxySelector() {
                public List<java.net.Proxy> select(java.net.URI uri) { throw new Error("no way"); }
                public void connectFailed(java.net.URI uri, java.net.SocketAddress to, java.io.IOException e) {}
            });
            java.net.URL.setURLStreamHandlerFactory(protocol -> { throw new Error("no " + protocol); });
            for (var name : List.of("socksProxyHost", "http.proxyHost", "https.proxyHost")) {
                System.setProperty(name, "127.0.0.1");
            }
            """),
        NO_ANSWERS("""
            pi.on(INPUT, (e, ctx) -> null);
            pi.on(BEFORE_AGENT_START, (e, ctx) -> null);
            pi.on(CONTEXT, (e, ctx) -> null);
            pi.on(TOOL_RESULT, (e, ctx) -> null);
            """),
        MANY_REGISTRATIONS("""
            for (int i = 0; i < 5_000; i++) {
                pi.on(CONTEXT, (e, ctx) -> e);
                pi.every(Duration.ofDays(1), ctx -> {});
            }
            """),
        OWN_LISTENERS("""
            for (int i = 0; i < 1000; i++) {
                pi.on(TURN_START, (e, ctx) -> {});
                pi.events().on("x", data -> { throw new IllegalStateException(); });
            }
            pi.on(SESSION_START, (e, ctx) -> pi.events().emit("x", "y"));
            """);

        private final String body;

        Misdeed(String body) {
            this.body = body;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_print_run_answers_and_ends(Misdeed misdeed) throws Exception {
        try (var pawl = Pawl.in(
                        dir, Turn.calls(call("bash", JsonObject.of("command", "echo from a tool"))), Turn.text("Done."))
                .hook("hostile", misdeed.body)) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(pawl.model.requests().getLast().body().toString()).contains("from a tool");
        }
    }

    @Test
    void a_file_that_may_not_grow_is_reported_and_nothing_torn_is_left() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("Done."))) {
            var command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 4; exec \"$@\"", "bash"));
            command.addAll(Pawl.java("-p", "x".repeat(9_000)));
            var run = pawl.start(command).end();
            assertThat(run.err()).contains("was not kept");
            assertThat(run.status()).isOne();
            assertThat(pawl.sessions()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"System.out.close(); System.err.close();", "System.setOut(null); System.setErr(null);"})
    void streams_that_a_hook_closes_are_its_own(String closing) throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("Done.")).hook("closing", closing)) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            assertThat(run.status()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void a_signal_ends_the_program_whatever_hooks_do_at_the_end(String signal) throws Exception {
        try (var pawl =
                Pawl.in(dir, Turn.stalled()).hook("endless", Misdeed.ENDLESS_SHUTDOWN.body + Misdeed.NO_CLOSE.body)) {
            var running = pawl.start("-p", "Hi");
            pawl.model.awaitRequest(1);
            var run = running.signal(signal).end();
            int number = switch (signal) {
                case "HUP" -> 1;
                case "INT" -> 2;
                default -> 15;
            };
            assertThat(run.status()).isEqualTo(128 + number);
        }
    }

    @Test
    void hooks_that_never_end_to_install_are_named_and_the_program_ends() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("Done.")).user("settings.json", "{\"hookTimeout\": 500}")) {
            for (int i = 0; i < 8; i++) {
                pawl.hook("endless" + i, "if (true) while (true) {}");
            }
            var run = pawl.run("-p", "Hi");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("timed out after 500 ms", "a hook did not load");
        }
    }

    @Test
    void a_hook_that_interrupts_everybody_ends_the_run_and_the_program_says_so() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("Done.")).hook("interrupting", """
            pi.on(SESSION_START, (e, ctx) -> {
                for (var thread : Thread.getAllStackTraces().keySet()) {
                    if (!thread.getName().contains("andler") && !thread.getName().contains("eaper")) {
                        thread.interrupt();
                    }
                }
            });
            """)) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.err()).doesNotContain("\tat ");
            assertThat(run.status() == 0 ? run.out() : run.err()).isNotEmpty();
        }
    }
}
