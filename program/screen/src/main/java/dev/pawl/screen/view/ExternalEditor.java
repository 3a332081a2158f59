package dev.pawl.screen.view;

import dev.pawl.base.Programs;
import dev.pawl.tui.screen.Tui;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The editor that the user writes in elsewhere, lent the terminal for one text. */
public final class ExternalEditor {
    private final Tui tui;
    private final Supplier<@Nullable String> chosen;
    private final Map<String, String> environment;
    private final Consumer<String> problems;

    /** @param chosen the program of the settings, if they name one */
    ExternalEditor(
            Tui tui, Supplier<@Nullable String> chosen, Map<String, String> environment, Consumer<String> problems) {
        this.tui = tui;
        this.chosen = chosen;
        this.environment = environment;
        this.problems = problems;
    }

    /** The text as it was saved; nothing if the editor failed. Call it on the screen's thread, which waits. */
    public Optional<String> edit(String text) {
        var program = program();
        if (program == null) {
            problems.accept("No editor is known. Set VISUAL or EDITOR, or externalEditor in the settings.");
            return Optional.empty();
        }
        try {
            var file = Files.createTempFile("pawl-", ".md");
            try {
                Files.writeString(file, text, StandardCharsets.UTF_8);
                var command =
                        new ArrayList<>(Programs.command(List.of(program.strip().split("\\s+")), environment));
                command.add(file.toString());
                int status = tui.lend(() -> run(command));
                if (status != 0) {
                    problems.accept("The editor " + program + " ended with " + status + "; the text stays as it was.");
                    return Optional.empty();
                }
                var saved = Files.readString(file, StandardCharsets.UTF_8);
                return Optional.of(saved.endsWith("\n") ? saved.substring(0, saved.length() - 1) : saved);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException | IllegalStateException e) {
            problems.accept("The editor " + program + " could not be used: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    /**
     * Opens a file at a line, 0 being none; false if no editor is known. Call it on the screen's thread, which waits.
     */
    boolean open(Path file, int line) {
        var program = program();
        if (program == null) {
            problems.accept("No editor is known to open " + file + " with. Set VISUAL or EDITOR, or externalEditor in"
                    + " the settings.");
            return true;
        }
        try {
            var command =
                    new ArrayList<>(Programs.command(List.of(program.strip().split("\\s+")), environment));
            command.addAll(at(Path.of(command.getFirst()).getFileName().toString(), file.toString(), line));
            int status = tui.lend(() -> run(command));
            if (status != 0) {
                problems.accept("The editor " + program + " ended with " + status + ".");
            }
        } catch (IOException | IllegalStateException e) {
            problems.accept("The editor " + program + " could not be used: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** How editors take a line number. */
    private static List<String> at(String editor, String file, int line) {
        if (line <= 0) {
            return List.of(file);
        }
        return switch (editor) {
            case "code", "codium", "cursor", "windsurf" -> List.of("-g", file + ":" + line);
            case "hx", "helix", "subl", "zed" -> List.of(file + ":" + line);
            case "idea", "pycharm", "webstorm" -> List.of("--line", String.valueOf(line), file);
            default -> List.of("+" + line, file);
        };
    }

    private static int run(List<String> command) throws IOException, InterruptedException {
        // The streams of this process are those of the terminal; Java may have others under their names.
        var terminal = new File("/dev/tty");
        var builder = new ProcessBuilder(command);
        if (isThere(terminal)) {
            builder.redirectInput(terminal).redirectOutput(terminal).redirectError(terminal);
        } else {
            builder.inheritIO();
        }
        return builder.start().waitFor();
    }

    /** The file is always there; whether a terminal is behind it shows when it is opened. */
    private static boolean isThere(File terminal) {
        try (var in = new FileInputStream(terminal)) {
            return in.getFD().valid();
        } catch (IOException e) {
            return false;
        }
    }

    private @Nullable String program() {
        for (var program :
                new @Nullable String[] {chosen.get(), environment.get("VISUAL"), environment.get("EDITOR")}) {
            if (program != null && !program.isBlank()) {
                return program;
            }
        }
        return null;
    }
}
