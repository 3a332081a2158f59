package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.tui.terminal.ColorDepth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pictures in the README are of this very program; {@code -Dgoldens=write} takes them again. */
@Deep
class ScreenshotsTest {
    private static final Path PICTURES = Checkout.file("docs/pictures");

    private static final String HEADER = "{\"tuiMode\":\"fullscreen\",\"permissions\":{\"allow\":[\"bash(echo *)\"]}}";
    private static final String VERSION = "pawl.version";

    @TempDir
    Path dir;

    private final String version = System.getProperty(VERSION);

    @BeforeEach
    void pictures_have_no_version_that_changes() {
        System.setProperty(VERSION, "1.0");
    }

    @AfterEach
    void the_version_is_as_before() {
        if (version == null) {
            System.clearProperty(VERSION);
        } else {
            System.setProperty(VERSION, version);
        }
    }

    @Test
    void at_work() throws Exception {
        var look = Turn.thinking("An empty cart has no items, so the sum starts from nothing. Where is it taken?")
                .andCalls(Script.call("read", JsonObject.of("path", "Cart.java")));
        var change = Turn.calls(
                Script.call(
                        "edit",
                        JsonObject.of("path", "Cart.java")
                                .with(
                                        "edits",
                                        List.of(JsonObject.of(
                                                "oldText", "reduce((a, b) -> a + b).getAsInt()", "newText", "sum()")))),
                Script.call("bash", JsonObject.of("command", "echo 'Tests run: 12, Failures: 0'")));
        var answer = Turn.text("The total of an **empty cart** was asked of a sum that does not exist. It is `0` now:"
                + "\n\n```java\nint total() {\n    return items.stream().mapToInt(Item::price).sum();\n}\n```\n\n"
                + "All 12 tests pass.");
        try (var screen = atHome(92, 47, look, change, answer)
                .user("settings.json", HEADER)
                .with("--permission-mode", "acceptEdits")
                .file("Cart.java", """
                    record Cart(List<Item> items) {
                        int total() {
                            return items.stream().mapToInt(Item::price).reduce((a, b) -> a + b).getAsInt();
                        }
                    }
                    """)
                .start()) {
            screen.await("scripted-1");
            screen.submit("An empty cart breaks the total. Fix it.");
            screen.await("All 12 tests pass.");
            screen.awaitGone("Working");
            screen.await("↑");
            same("at-work", screen);
        }
    }

    @Test
    void a_hook_asks() throws Exception {
        var clean = Turn.text("I clear the old builds away first.")
                .andCalls(Script.call("bash", JsonObject.of("command", "rm -rf build/ ../common-cache")));
        try (var screen = atHome(92, 30, clean, Turn.text("Then I leave them where they are."))
                .with(
                        "--hook",
                        Checkout.file("examples/permission-gate.java")
                                .toRealPath()
                                .toString())
                .start()) {
            screen.await("scripted-1");
            screen.submit("Make a fresh build");
            screen.await("Dangerous command");
            screen.await("y/n answer");
            same("a-hook-asks", screen);
            screen.type("\u001b");
            screen.await("leave them where");
        }
    }

    /** Header, conversation, a change, a failed command and a question, in all kinds of terminals. */
    @Test
    void colours() throws Exception {
        var tiles = new ArrayList<Screenshot.Tile>();
        for (var depth : List.of(ColorDepth.ANSI_8, ColorDepth.ANSI_16, ColorDepth.ANSI_256, ColorDepth.TRUE_COLOR)) {
            for (var theme : List.of("dark", "light")) {
                tiles.add(tile(depth, theme));
            }
        }
        var file = PICTURES.resolve("colours.svg");
        var picture = Screenshot.table(tiles, 2);
        if ("write".equals(System.getProperty("goldens"))) {
            Files.writeString(file, picture);
        }
        assertThat(picture)
                .as(file + " is what the screens show; -Dgoldens=write takes it again")
                .isEqualTo(Files.readString(file));
    }

    private Screenshot.Tile tile(ColorDepth depth, String theme) throws Exception {
        var change = Turn.thinking("The name is the wrong one.")
                .andText("## The cart\n\nIts **total** is `sum()`.")
                .andCalls(
                        Script.call(
                                "edit",
                                JsonObject.of("path", "Cart.java")
                                        .with(
                                                "edits",
                                                List.of(JsonObject.of(
                                                        "oldText", "int all()", "newText", "int total()")))),
                        Script.call("bash", JsonObject.of("command", "echo 'Tests run: 12, Failures: 1'; exit 1")));
        var push = Turn.calls(Script.call("bash", JsonObject.of("command", "git push --force origin main")));
        var place = Files.createDirectory(dir.resolve(depth + theme));
        var screen = TestScreen.in(place, 84, 54, change, push, Turn.text("Then not."))
                .in(depth)
                .user("settings.json", HEADER)
                .file(
                        "Cart.java",
                        "record Cart(List<Item> items) {\n    int all() {\n        return sum();\n    }\n}\n")
                .with("--use-theme", theme, "--permission-mode", "acceptEdits");
        screen.environment("HOME", place.toRealPath().toString())
                .environment("PI_CODING_AGENT_DIR", screen.agentDir().toString());
        try (screen) {
            screen.begin();
            screen.submit("Rename it and push").await("git push --force");
            screen.await("the answers", now -> now.contains("No") && !now.contains("one moment"));
            screen.awaitRest();
            return Screenshot.Tile.of(screen.terminal, theme.equals("light"), titles(depth) + ", " + theme);
        }
    }

    private static String titles(ColorDepth depth) {
        return switch (depth) {
            case NONE -> "no colours";
            case ANSI_8 -> "8 colours";
            case ANSI_16 -> "16 colours";
            case ANSI_256 -> "256 colours";
            case TRUE_COLOR -> "24-bit colours";
        };
    }

    /** In a folder below the home, so that it has the same name in every run. */
    private TestScreen atHome(int columns, int rows, Turn... turns) throws Exception {
        var screen = TestScreen.in(dir, columns, rows, turns).inColour();
        return screen.environment("HOME", dir.toRealPath().toString())
                .environment("PI_CODING_AGENT_DIR", screen.agentDir().toString());
    }

    private static void same(String name, TestScreen screen) throws Exception {
        var file = PICTURES.resolve(name + ".svg");
        if ("write".equals(System.getProperty("goldens"))) {
            if (!screen.screen().contains("asks, at")) {
                // While a hook asks, something always moves.
                screen.awaitRest();
            }
            Files.createDirectories(PICTURES);
            Files.writeString(file, Screenshot.svg(screen.terminal));
        }
        var expected = Files.readString(file);
        screen.await(
                file + " is what the screen shows; -Dgoldens=write takes it again",
                _ -> Screenshot.svg(screen.terminal).equals(expected));
        assertThat(expected).startsWith("<svg ");
    }
}
