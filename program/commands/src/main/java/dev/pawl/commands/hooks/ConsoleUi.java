package dev.pawl.commands.hooks;

import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Severity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Dialogs one line at a time, for trials in a terminal. */
final class ConsoleUi extends NoUi {
    private final BufferedReader in;
    private final PrintStream out;

    ConsoleUi(InputStream in, PrintStream out) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog) {
        out.println(title);
        for (int i = 0; i < options.size(); i++) {
            out.println("  " + (i + 1) + "  " + options.get(i));
        }
        var answer = ask("Number, or nothing to cancel: ");
        try {
            return Optional.of(options.get(Integer.parseInt(answer.strip()) - 1));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) {
        out.println(title);
        return ask(message + " [y/N] ").strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) {
        return Optional.of(ask(title + " ")).filter(answer -> !answer.isEmpty());
    }

    @Override
    public Optional<String> editor(String title, String prefill) {
        return input(title, prefill, DialogOptions.NONE);
    }

    @Override
    public void notify(String message, Severity severity) {
        out.println(severity.name().toLowerCase(Locale.ROOT) + ": " + message);
    }

    @Override
    public void setStatus(String key, @Nullable String text) {
        if (text != null) {
            out.println("status " + key + ": " + text);
        }
    }

    private String ask(String question) {
        out.print(question);
        out.flush();
        try {
            var line = in.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            return "";
        }
    }
}
