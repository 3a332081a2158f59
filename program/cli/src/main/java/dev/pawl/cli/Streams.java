package dev.pawl.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;

/** What the program reads and where it writes: answers to the one, everything else to the other. */
public record Streams(InputStream in, PrintStream out, PrintStream err) {
    /**
     * Those of the process, in UTF-8 wherever it runs.
     *
     * <p>What hooks and libraries print goes to standard error from now on, for it must not get between answers. Where the
     * launcher keeps standard output for a protocol, it names the file that leads there, and descriptor 1 is standard error
     * for all that write to it directly.
     */
    public static Streams ofProcess() throws IOException {
        var kept = System.getProperty("pawl.out");
        var out = kept == null
                ? StandardOutput.to(new FileOutputStream(FileDescriptor.out), new Descriptor(1))
                : StandardOutput.to(new FileOutputStream(kept));
        var target = new FileOutputStream(FileDescriptor.err);
        var err = new TerminalStream(target, true, Terminal::hasErrors);
        System.setOut(err);
        System.setErr(err);
        var in = new FileInputStream(FileDescriptor.in).getChannel();
        return new Streams(new EndableInput(in, new Descriptor(0)), out, err);
    }
}
