package dev.pawl.acceptance.terminal;

import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.ProgramCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A user's place: a home, a project, a scripted model over real HTTP, and a shell in a terminal to start from. */
final class Seat implements AutoCloseable {
    static final String PROMPT = "shell> ";

    final Path root;
    final Path home;
    final Path project;
    final ScriptedModel model;
    private final Map<String, String> environment = new HashMap<>();
    private String options = "";
    private final List<TerminalRun> terminals = new ArrayList<>();

    private Seat(Path dir, ScriptedModel model) throws IOException {
        this.root = dir.toRealPath();
        this.home = Files.createDirectories(root.resolve("home"));
        this.project = Files.createDirectories(root.resolve("project"));
        this.model = model;
        user("models.json", model.modelsJson("openai-completions").toString());
        user("settings.json", "{\"quietStartup\": true, \"tuiMode\": \"fullscreen\"}");
        environment.putAll(Map.of(
                "HOME",
                home.toString(),
                "PATH",
                System.getenv("PATH"),
                "LC_ALL",
                "C.UTF-8",
                "TERM",
                "xterm",
                "SHELL",
                "/bin/sh",
                "PS1",
                PROMPT));
    }

    static Seat in(Path dir, Script.Turn... turns) throws IOException {
        return in(dir, Script.of(turns));
    }

    static Seat in(Path dir, Script script) throws IOException {
        return new Seat(dir, ScriptedModel.playing(script));
    }

    /** A file below {@code .pi/agent}. */
    Seat user(String name, String text) throws IOException {
        return write(home.resolve(".pi/agent").resolve(name), text);
    }

    Seat file(String name, String text) throws IOException {
        return write(project.resolve(name), text);
    }

    private Seat write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    /** A hook of the user's, whose {@code install} is this. */
    Seat hook(String name, String body) throws IOException {
        return user("hooks/" + name + ".java", """
            import module dev.pawl.api;
            import static dev.pawl.api.HookPoints.*;

            class Dropped implements Hook {
                public void install(Host pi) {
                    %s
                }
            }
            """.formatted(body));
    }

    /** A variable of the environment; an empty one is taken out of it. */
    Seat environment(String name, String value) {
        if (value.isEmpty()) {
            environment.remove(name);
        } else {
            environment.put(name, value);
        }
        return this;
    }

    /** The program as the launcher starts it, with the property that says which streams are terminals. */
    Path program() throws IOException {
        var pawl =
                Files.writeString(Files.createDirectories(root.resolve("bin")).resolve("pawl"), """
                    #!/bin/sh
                    [ -t 0 ] && tty=i; [ -t 1 ] && tty=${tty}o; [ -t 2 ] && tty=${tty}e
                    exec %s "$@"
                    """.formatted(
                                ProgramCommand.shell("-Dpawl.tty=$tty" + options)));
        pawl.toFile().setExecutable(true);
        return pawl;
    }

    /** One more option for {@code java}. */
    Seat option(String option) {
        options += " " + option;
        return this;
    }

    /** All of the environment, for a program that another one starts. */
    Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    /** A shell in a terminal of so many columns and rows, in which {@code pawl} is known. */
    TerminalRun shell(int columns, int rows) throws Exception {
        var pawl = program();
        var tty = root.resolve("tty-" + terminals.size());
        // Without line editing, so that the shell leaves the terminal as it found it.
        var begin = "tty > '" + tty + "'; stty cols " + columns + " rows " + rows
                + "; exec bash --norc --noprofile --noediting -i";
        var builder = new ProcessBuilder("script", "-qec", begin, "/dev/null").directory(project.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("PATH", pawl.getParent() + ":" + System.getenv("PATH"));
        var terminal = TerminalRun.of(builder.redirectErrorStream(true).start(), columns, rows, tty);
        terminals.add(terminal);
        terminal.await(PROMPT.strip());
        return terminal;
    }

    /** The program, begun from a shell and ready: its footer names the model. */
    TerminalRun start(int columns, int rows, String... args) throws Exception {
        var terminal = shell(columns, rows);
        terminal.command("pawl " + String.join(" ", args));
        terminal.await("scripted-1");
        return terminal;
    }

    @Override
    public void close() throws IOException {
        for (var terminal : terminals) {
            terminal.close();
        }
        model.close();
    }
}
