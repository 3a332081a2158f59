package dev.pawl.tui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real terminal: a program in tmux, where that is installed. */
@Timeout(600)
@Deep
class RealTerminalTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void begin() throws Exception {
        Needed.program("tmux");
        tmux("new-session", "-d", "-x", "60", "-y", "14", "bash --norc --noprofile");
        tmux("send-keys", "PS1='shell> '; clear", "Enter");
        await(screen -> screen.startsWith("shell>"));
    }

    @AfterEach
    void end() throws Exception {
        if (isInstalled()) {
            tmux("kill-server");
        }
    }

    private static boolean isInstalled() {
        try {
            return new ProcessBuilder("tmux", "-V").start().waitFor() == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    private String tmux(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(
                "tmux", "-u", "-f", "/dev/null", "-S", folder.resolve("socket").toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("TMUX");
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    /** The screen, once it is as wanted. */
    private String await(Predicate<String> wanted) throws Exception {
        return Await.value("the screen is as wanted", () -> tmux("capture-pane", "-p"), wanted);
    }

    private void start(String mode, String more) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var run = "exec " + java + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 " + more + " -cp '"
                + System.getProperty("java.class.path") + "' dev.pawl.tui.RealTerminalProgram " + mode;
        var script = Files.writeString(folder.resolve("run"), run + "\n");
        tmux("send-keys", "stty -g > " + folder.resolve("before"), "Enter");
        tmux("send-keys", "clear; bash " + script, "Enter");
        await(screen -> screen.contains("the footer"));
    }

    private void assertRestored() throws Exception {
        tmux("send-keys", "stty -g > " + folder.resolve("after") + "; echo rest''ored", "Enter");
        await(screen -> screen.contains("restored"));
        assertThat(folder.resolve("after")).hasSameTextualContentAs(folder.resolve("before"));
        assertThat(tmux("display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}")
                        .strip())
                .isEqualTo("0 1 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--enable-native-access=ALL-UNNAMED", ""})
    void one_types_suspends_resizes_and_leaves(String more) throws Exception {
        start("REGULAR", more);
        tmux("send-keys", "-l", "héllo 日本");
        tmux("send-keys", "Enter");
        await(screen -> screen.contains("said: héllo 日本"));
        tmux("send-keys", "C-z");
        await(screen -> screen.contains("Stopped"));
        assertRestored();
        tmux("send-keys", "fg", "Enter");
        await(screen -> screen.strip().endsWith("the footer"));
        tmux("resize-window", "-x", "40", "-y", "10");
        await(screen -> screen.contains("─".repeat(40)) && !screen.contains("─".repeat(41)));
        tmux("send-keys", "C-d");
        await(screen -> screen.strip().endsWith("shell>"));
        assertRestored();
    }

    private void signal(String name) throws Exception {
        var shell = Long.parseLong(tmux("display-message", "-p", "#{pane_pid}").strip());
        for (var child : ProcessHandle.of(shell).orElseThrow().children().toList()) {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(child.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REGULAR", "FULLSCREEN"})
    void a_program_that_is_killed_leaves_the_terminal_as_it_was(String mode) throws Exception {
        start(mode, "");
        signal("TERM");
        await(screen -> screen.strip().endsWith("shell>"));
        assertRestored();
    }

    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @ValueSource(strings = {"", "dumb"})
    void without_a_terminal_it_is_said_why(String term) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                "setsid",
                java,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.pawl.tui.RealTerminalProgram",
                "REGULAR");
        builder.environment().put("TERM", term);
        var process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertThat(said)
                .contains(term.equals("dumb") ? "the terminal is dumb" : "terminal")
                .contains("IOException");
    }
}
