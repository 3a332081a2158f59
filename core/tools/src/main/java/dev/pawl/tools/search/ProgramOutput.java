package dev.pawl.tools.search;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a program and reads what it prints, piece by piece. */
final class ProgramOutput {
    private static final int LONGEST_PIECE = 32 * 1024 * 1024;

    /** Takes a piece; false for enough. */
    interface Taker {
        boolean take(byte[] piece) throws IOException;
    }

    private final Process process;
    private final byte end;
    private final Taker taker;
    private @Nullable Exception problem;
    private boolean enough;

    private ProgramOutput(Process process, byte end, Taker taker) {
        this.process = process;
        this.end = end;
        this.taker = taker;
    }

    /** Returns the exit code, or 0 as soon as the taker has enough. Pieces end in the byte {@code end}. */
    static int read(List<String> command, Path cwd, char end, Taker taker) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .directory(cwd.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var output = new ProgramOutput(process, (byte) end, taker);
        try {
            // A platform thread: one that waits for a pipe would keep a carrier of virtual threads busy.
            var reader = Thread.ofPlatform().daemon().name("output of a search").start(output::read);
            reader.join();
            return output.result();
        } finally {
            process.destroyForcibly();
        }
    }

    private int result() throws IOException, InterruptedException {
        if (problem instanceof IOException io) {
            throw io;
        }
        if (problem != null) {
            throw new IOException(
                    "cannot read the output of " + process.info().command().orElse("a program"), problem);
        }
        return enough ? 0 : process.waitFor();
    }

    private void read() {
        try (var in = process.getInputStream()) {
            pieces(in);
        } catch (IOException | RuntimeException e) {
            problem = e;
        }
    }

    private void pieces(InputStream in) throws IOException {
        var piece = new ByteArrayOutputStream();
        var buffer = new byte[64 * 1024];
        for (int n = in.read(buffer); n >= 0 && !enough; n = in.read(buffer)) {
            int start = 0;
            for (int i = 0; i < n && !enough; i++) {
                if (buffer[i] == end) {
                    piece.write(buffer, start, i - start);
                    start = i + 1;
                    enough = !taker.take(piece.toByteArray());
                    piece.reset();
                }
            }
            piece.write(buffer, start, n - start);
            if (piece.size() > LONGEST_PIECE) {
                throw new IOException("a line of more than " + LONGEST_PIECE + " bytes");
            }
        }
        if (!enough && piece.size() > 0) {
            taker.take(piece.toByteArray());
        }
    }
}
