package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Components of hooks that misbehave: they take down their own place on the screen, and nobody else. */
@Deep
class BadComponentsTest {
    private static final Set<String> AT_REST = Set.of("?25", "?7");

    private static final String HOOK = """
                widget(pi, "throws", width -> { throw new IllegalStateException("no drawing today"); });
                widget(pi, "fails", width -> { throw new Error("a deep failure"); });
                widget(pi, "memory", width -> { throw new OutOfMemoryError("none left"); });
                widget(pi, "nothing", width -> null);
                widget(pi, "nulls", width -> Arrays.asList("before", null, "after"));
                widget(pi, "wide", width -> List.of("wide " + "日本".repeat(500), "x".repeat(100_000) + "\\\\nsecond"));
                widget(pi, "tall", width -> Collections.nCopies(10_000, "tall"));
                widget(pi, "recursive", new Recursive());
                widget(pi, "spins", width -> { while (true) { Thread.onSpinWait(); } });
                pi.command("factory-spins", "", ctx -> {
                    ctx.ui().setWidget("w", (s, t) -> { while (true) { Thread.onSpinWait(); } }, Placement.ABOVE_EDITOR);
                    return Outcome.status("factory is left out");
                });
                pi.command("overlay-spins", "", ctx -> {
                    ctx.ui().<String>overlay((s, t, k, done) -> {
                        pi.events().on("enough", _ -> done.done(""));
                        return width -> { while (true) { Thread.onSpinWait(); } };
                    }, OverlayOptions.centered());
                    return Outcome.status("overlay is over");
                });
                widget(pi, "slow", width -> { sleep(); return List.of("slept"); });
                pi.command("factory", "", ctx -> {
                    ctx.ui().setWidget("w", (s, t) -> { throw new IllegalStateException("not made"); }, Placement.ABOVE_EDITOR);
                    return Outcome.status("factory done");
                });
                keys(pi, "keys-throw", data -> { throw new Error("no key today"); });
                keys(pi, "keys-block", data -> sleep());
                keys(pi, "keys-spin", data -> { while (true) { Thread.onSpinWait(); } });
                keys(pi, "words-spin", data -> { throw new Unreadable(); });
                widget(pi, "leaves-never", new Component() {
                    public List<String> render(int width) { return List.of("never leaves"); }
                    public void dispose() { while (true) { Thread.onSpinWait(); } }
                });
                pi.command("listener-spins", "", ctx -> {
                    ctx.ui().onTerminalInput(data -> {
                        while (data.equals("y")) { Thread.onSpinWait(); }
                        return data;
                    });
                    return Outcome.status("listener-spins is there");
                });
                pi.command("editor", "", ctx -> {
                    ctx.ui().setEditor((s, t, k) -> new Endless(ctx, new AtomicBoolean()));
                    return Outcome.nothing();
                });
                pi.command("proxy", "", ctx -> {
                    var spin = new AtomicBoolean();
                    ctx.ui().onTerminalInput(data -> { if (data.equals("x")) { spin.set(true); } return data; });
                    ctx.ui().setWidget("w", (s, t) -> proxy(spin), Placement.ABOVE_EDITOR);
                    return Outcome.nothing();
                });
                pi.tool(Tool.of("probe", "Probes", JsonObject.of("type", "object"),
                                (a, c) -> ToolOutput.text("probed as usual"))
                        .withRenderer(new ToolRenderer() {
                            public Component call(JsonObject a, Theme t, Row row) {
                                while (true) { Thread.onSpinWait(); }
                            }
                        }));
                pi.messageRenderer("spinning", (m, o, t) -> { while (true) { Thread.onSpinWait(); } });
                pi.command("message", "", ctx -> {
                    ctx.messages().send(HookMessage.of("spinning", "shown as usual"));
                    return Outcome.nothing();
                });
                pi.command("listener", "", ctx -> {
                    ctx.ui().onTerminalInput(data -> { throw new Error("deaf"); });
                    return Outcome.status("listener is there");
                });
                keys(pi, "deaf", data -> { });
            pi.command("void", "", ctx -> {
                ctx.ui().<String>custom((s, t, k, done) -> null);
                return Outcome.status("void is over");
            });
            pi.command("passive", "", ctx -> {
                ctx.ui().<String>overlay((s, t, k, done) -> {
                    pi.events().on("enough", _ -> done.done(""));
                    return width -> List.of("floats by");
                }, OverlayOptions.centered());
                return Outcome.status("passive is over");
            });
            pi.command("enough", "", ctx -> { pi.events().emit("enough", ""); return Outcome.nothing(); });
            pi.command("clinging", "", ctx -> {
                ctx.ui().setHeader((s, t) -> new Clinging("HEADER"));
                ctx.ui().setFooter((s, t, data) -> new Clinging("FOOTER"));
                ctx.ui().setWidget("w", (s, t) -> new Clinging("WIDGET"), Placement.ABOVE_EDITOR);
                ctx.ui().setTheme("light");
                ctx.ui().<String>custom((s, t, k, done) -> new Clinging("DIALOG"));
                return Outcome.nothing();
            });
            pi.command("none", "", ctx -> { ctx.ui().clearWidget("w"); return Outcome.status("none any more"); });
            }

            static void widget(Host pi, String name, Component component) {
                pi.command(name, "", ctx -> {
                    ctx.ui().setWidget("w", (s, t) -> component, Placement.ABOVE_EDITOR);
                    return Outcome.status(name + " is there");
                });
            }

            static void keys(Host pi, String name, Consumer<String> keys) {
                pi.command(name, "", ctx -> {
                    ctx.ui().<String>custom((s, t, k, done) -> new Keys(name, keys, done));
                    return Outcome.status(name + " is over");
                });
            }

            record Keys(String name, Consumer<String> keys, DialogFactory.Done<String> done) implements Component {
                public List<String> render(int width) { return List.of("component " + name); }
                public void handleInput(String data) {
                    if (data.equals("q")) { done.done(""); } else { keys.accept(data); }
                }
                public boolean focusable() { return true; }
            }

            /** An exception that cannot be read. */
            static class Unreadable extends RuntimeException {
                public String getMessage() { while (true) { Thread.onSpinWait(); } }
            }

            /** A component whose class is not the hook's, so that it draws on the thread of the screen. */
            static Component proxy(AtomicBoolean spin) {
                return (Component) java.lang.reflect.Proxy.newProxyInstance(
                        Component.class.getClassLoader(), new Class<?>[] {Component.class}, (self, method, args) -> {
                    for (long begun = System.nanoTime(); spin.get(); Thread.onSpinWait()) {
                        if (System.nanoTime() - begun > 5_100_000_000L) { Files.writeString(Path.of("stuck"), ""); }
                    }
                    return switch (method.getName()) {
                        case "render" -> List.of("widget that spins");
                        case "focusable" -> false;
                        case "hashCode" -> 1;
                        case "equals" -> self == args[0];
                        default -> null;
                    };
                });
            }

            /** An editor that takes or tells no text once a key was pressed. */
            record Endless(HookContext ctx, AtomicBoolean mute) implements EditorFactory.EditorComponent {
                public List<String> render(int width) { return List.of("editor that spins"); }
                public void handleInput(String data) {
                    if (data.equals("t")) {
                        mute.set(true);
                        Thread.startVirtualThread(() -> ctx.ui().editorText());
                    } else {
                        Thread.startVirtualThread(() -> ctx.ui().setEditorText("spin"));
                    }
                }
                public boolean focusable() { return true; }
                public void setText(String text) {
                    while (text.equals("spin")) { Thread.onSpinWait(); }
                }
                public void onSubmit(Consumer<String> listener) { }
                public String text() {
                    while (mute.get()) { Thread.onSpinWait(); }
                    return "told before";
                }
            }

            /** Fails at everything but drawing. */
        record Clinging(String name) implements Component {
            public List<String> render(int width) { return List.of("clinging " + name); }
            public void handleInput(String data) { throw new Error("no keys"); }
            public void invalidate() { throw new Error("does not forget"); }
            public void dispose() { throw new Error("does not leave"); }
            public void focused(boolean focused) { throw new Error("does not look"); }
            public boolean focusable() { return true; }
        }

        static class Recursive implements Component {
                public List<String> render(int width) { return render(width + 1); }
            }

            static void sleep() {
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    throw new IllegalStateException("woken");
                }
        """;

    @TempDir
    Path dir;

    private static void alive(TerminalRun it, String word) throws Exception {
        it.type(word).await("│ or ─ below " + word, now -> now.contains(word));
        it.type("\u0015").awaitGone(word);
    }

    @Test
    void what_cannot_be_drawn_leaves_the_rest_as_it_is() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Hello.")).hook("bad", HOOK)) {
            var it = seat.start(80, 24);
            var shown = new String[][] {
                {"throws", "no drawing today"},
                {"fails", "a deep failure"},
                {"memory", "none left"},
                {"nothing", "drew nothing"},
                {"nulls", "before"},
                {"wide", "wide 日本"},
                {"recursive", "StackOverflowError"},
                {"tall", "tall\ntall\n"},
                {"none", "none any more"},
                {"factory", "not made"},
                {"slow", "takes too long"},
            };
            for (var one : shown) {
                it.submit("/" + one[0] + " ").await(one[1]);
                alive(it, "still-" + one[0]);
            }
            it.submit("/listener ").await("listener is there");
            it.type("x").await("deaf");
            it.type("\u007f");
            for (var name : new String[] {"keys-throw", "keys-block"}) {
                it.submit("/" + name + " ").await("component " + name);
                it.type("x");
                it.type("q").await(name + " is over");
                alive(it, "still-" + name);
            }
            it.submit("Hi").await("Hello.");
            it.type("\u0004").await("To go on with this session");
            it.await("the terminal is as it was", _ -> it.terminal().modes().equals(AT_REST));
        }
    }

    @Test
    void what_spins_while_it_is_made_or_drawn_is_taken_down_and_the_screen_goes_on() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Hello.")).hook("bad", HOOK)) {
            var it = seat.start(80, 24);
            it.submit("/factory-spins ").await("takes too long to be made");
            alive(it, "still-made");
            it.submit("/spins ").await("takes too long to draw");
            alive(it, "still-drawn");
            it.submit("/none ").awaitGone("takes too long to draw");
            it.submit("/overlay-spins ").await("takes too long to draw");
            alive(it, "still-floating");
            it.submit("/enough ").await("overlay is over");
            it.submit("Hi").await("Hello.");
            it.type("\u0004").await("To go on with this session");
        }
    }

    @Test
    void what_spins_when_it_takes_a_key_or_leaves_is_closed_and_the_screen_goes_on() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Hello.")).hook("bad", HOOK)) {
            var it = seat.start(80, 24);
            it.submit("/keys-spin ").await("component keys-spin");
            it.type("x").await("takes too long to take a key");
            it.await("keys-spin is over");
            alive(it, "still-keys");
            it.submit("/listener-spins ").await("listener-spins is there");
            it.type("y").await("is taken away");
            it.type("\u0015");
            alive(it, "still-listening");
            it.submit("/words-spin ").await("component words-spin");
            it.type("x").await("words-spin is over");
            it.submit("/leaves-never ").await("leaves-never is there");
            it.submit("/none ").awaitGone("never leaves");
            alive(it, "still-leaving");
            it.submit("Hi").await("Hello.");
            it.type("\u0004").await("To go on with this session");
        }
    }

    @Test
    void functions_that_draw_tools_and_messages_and_spin_are_left_out() throws Exception {
        try (var seat = Seat.in(dir, Turn.calls(call("probe", "{}")), Turn.text("Hello."), Turn.text("Again."))
                .hook("bad", HOOK)) {
            var it = seat.start(80, 24);
            it.submit("Hi").await("Hello.");
            it.await("drawing a call of probe");
            it.await("probed as usual");
            it.submit("/message ").await("drawing a message of type spinning");
            it.await("shown as usual");
            alive(it, "still-drawing");
            it.submit("Once more").await("Again.");
            it.type("\u0004").await("To go on with this session");
        }
    }

    @Test
    void what_does_not_want_to_go_goes_all_the_same() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Hello.")).hook("bad", HOOK)) {
            var it = seat.start(80, 24);
            it.submit("/void ").await("void is over");
            alive(it, "still-void");
            // What leaves the keyboard to others has none of its keys either.
            it.submit("/passive ").await("floats by");
            it.type("beside").await("beside");
            it.type("\u0003").awaitGone("beside");
            it.submit("/enough ").await("passive is over");
            it.awaitGone("floats by");
            it.submit("/deaf ").await("component deaf");
            it.type("x", "\u0003", "\u0003", "\u0003").await("deaf is over");
            alive(it, "still-deaf");
            it.submit("/clinging ").await("clinging DIALOG");
            it.await("clinging FOOTER");
            it.type("x", "\u0003", "\u0003", "\u0003").awaitGone("clinging DIALOG");
            alive(it, "still-clinging");
            it.submit("/reload ").await("loaded again");
            it.await("scripted-1");
            assertThat(it.screen()).doesNotContain("clinging");
            it.submit("Hi").await("Hello.");
            it.type("\u0004").await("To go on with this session");
        }
    }

    @Test
    void an_editor_that_takes_or_returns_no_text_makes_room_for_the_ordinary_one() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Hello.")).hook("bad", HOOK)) {
            var it = seat.start(80, 24);
            it.submit("/editor ").await("editor that spins");
            it.type("x").await("too long to take or return its text");
            // What was to be set is in the ordinary editor now.
            it.awaitGone("editor that spins");
            it.await("spin");
            it.type("\u0015");
            alive(it, "still-set");
            it.submit("/none ").await("none any more");
            it.submit("/editor ").await("editor that spins");
            it.type("t").await("the second one goes", now -> now.split("too long to take or return", -1).length > 2);
            it.awaitGone("editor that spins");
            it.type("\u0015");
            alive(it, "still-told");
            it.submit("Hi").await("Hello.");
            it.type("\u0004").await("To go on with this session");
        }
    }

    @Test
    void one_can_leave_even_if_a_component_never_comes_back() throws Exception {
        try (var seat = Seat.in(dir).hook("bad", HOOK)) {
            var it = seat.shell(120, 24);
            var before = it.lineState();
            it.command("clear; pawl; echo sta''tus $?").await("scripted-1");
            it.submit("/proxy ").await("widget that spins");
            it.type("x");
            // The component notes when it has kept the screen for so long that ctrl+c ends the program.
            Await.until("the screen is stuck", () -> Files.exists(seat.project.resolve("stuck")));
            assertThat(it.type("\u0003").await("status "))
                    .contains("pawl: bad.java:", "kept the screen and did not give it back")
                    .contains("status 1");
            it.await("the terminal is as it was", _ -> it.terminal().modes().equals(AT_REST));
            assertThat(it.lineState()).isEqualTo(before);
        }
    }
}
