package dev.pawl.tui.terminal;

import dev.pawl.base.Programs;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The terminal with the help of the program stty, where no native calls may be made. */
final class SttyTty implements Tty {
    private final String before;

    private SttyTty(String before) {
        this.before = before;
    }

    static SttyTty open() throws IOException {
        try {
            return new SttyTty(stty("-g"));
        } catch (IOException e) {
            throw new IOException("there is no terminal to write in: " + e.getMessage(), e);
        }
    }

    @Override
    public void raw() throws IOException {
        stty("-icanon", "-echo", "-isig", "-iexten", "-ixon", "-icrnl", "-inlcr", "-istrip", "min", "1", "time", "0");
    }

    @Override
    public void restore() throws IOException {
        stty(before);
    }

    @Override
    public int[] size() throws IOException {
        var words = stty("size").split(" ");
        try {
            return new int[] {Integer.parseInt(words[1]), Integer.parseInt(words[0])};
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("the size of the terminal cannot be read from stty: " + String.join(" ", words), e);
        }
    }

    private static String stty(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(Programs.command(command, System.getenv()))
                .redirectInput(new File("/dev/tty"))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("standard input is not a terminal (" + output + ")");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while stty ran", e);
        }
        return output;
    }
}
