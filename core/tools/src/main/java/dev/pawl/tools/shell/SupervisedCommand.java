package dev.pawl.tools.shell;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.tools.shell.CommandSpool.Supervisor;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A command of one call that outlives this program: begun under a supervisor, or found again after a crash. */
final class SupervisedCommand {
    private static final long LOOK_MILLIS = 40;
    /**
     * What was written before the end is on its way for so long at most, after the last that came. The supervisor ends
     * when all is there, unless a program that the command left behind keeps the output open.
     */
    private static final int SILENT_LOOKS = 250;

    private static final int CHUNK = 64 * 1024;

    /** It is unknown how the command ended. */
    static final class Lost extends IOException {
        private static final long serialVersionUID = 1;

        Lost() {
            super("The program was ended while this command ran, and so was its supervisor. How the command ended is"
                    + " not known: it may have done all of its work, a part of it, or nothing. Look at what is there"
                    + " before you run it again.");
        }
    }

    private final LocalBash bash;
    private final ToolContext ctx;
    private final Path folder;

    private SupervisedCommand(LocalBash bash, ToolContext ctx, Path folder) {
        this.bash = bash;
        this.ctx = ctx;
        this.folder = folder;
    }

    /** Null where commands end with this program. */
    static @Nullable SupervisedCommand of(BashOperations operations, ToolContext ctx) {
        var folder = ctx.effects();
        return folder != null && operations instanceof LocalBash bash && bash.supervises()
                ? new SupervisedCommand(bash, ctx, folder)
                : null;
    }

    /**
     * Runs the command, or waits for the one that this call began before the program ended.
     *
     * @throws Lost if it began then and it is unknown how it ended
     */
    @Nullable
    Integer exec(String command, Path cwd, BashOperations.Options options, Consumer<byte[]> output)
            throws IOException, InterruptedException {
        var past = ctx.intended();
        var supervisor = past == null ? null : Supervisor.from(past);
        if (past != null && supervisor != null) {
            if (!past.has("exit")) {
                throw new Lost(); // A program of before kept no names of files.
            }
            var ended = attached(supervisor, CommandSpool.from(past), output);
            if (!ended.equals(CommandSpool.NEVER_BEGAN)) {
                return code(ended, options);
            }
        }
        var spool = CommandSpool.in(folder, fileName(ctx.toolCallId()));
        var supervision = new Supervision(spool, begun -> ctx.intend(spool.namedIn(begun.toJson())), ctx::isHandedOver);
        return bash.exec(command, cwd, options, output, supervision);
    }

    /** Follows a command to its end; returns what the supervisor recorded about it. */
    private String attached(Supervisor supervisor, CommandSpool spool, Consumer<byte[]> output)
            throws IOException, InterruptedException {
        var process = supervisor.process();
        var tree = process == null ? null : new ProcessTree(process, true, supervisor.mark());
        if (tree != null) {
            bash.running().add(tree, ctx::isHandedOver);
        }
        var end = new EndMark(supervisor.mark(), output);
        try (var reader = new Reader(spool.output(), end)) {
            while (true) {
                boolean runs = supervisor.process() != null;
                var ended = spool.ended();
                boolean more = reader.read();
                if (ended != null) {
                    reader.readRest(() -> end.code() == null && supervisor.process() != null);
                    end.end();
                    return ended;
                }
                if (!runs) {
                    throw new Lost();
                }
                if (!more) {
                    Thread.sleep(LOOK_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            if (tree != null && !ctx.isHandedOver()) {
                bash.running().interrupt(tree);
            }
            throw e;
        } finally {
            if (tree != null) {
                bash.running().remove(tree);
            }
        }
    }

    private static int code(String ended, BashOperations.Options options) throws IOException {
        if (ended.equals(CommandSpool.TIMED_OUT)) {
            var timeout = options.timeout();
            throw new IOException(LocalBash.TIMEOUT + (timeout == null ? "?" : Seconds.text(timeout)));
        }
        try {
            return Integer.parseInt(ended);
        } catch (NumberFormatException _) {
            throw new Lost();
        }
    }

    /** Returns a name for files that nothing else has, also not what a call of the same id left here before. */
    private static String fileName(String toolCallId) {
        var plain = toolCallId.replaceAll("[^A-Za-z0-9_-]", "_");
        return plain.substring(0, Math.min(plain.length(), 60)) + "." + UUID.randomUUID();
    }

    /** Follows a file that grows. */
    private static final class Reader implements AutoCloseable {
        private final Path file;
        private final Consumer<byte[]> output;
        private final byte[] buffer = new byte[CHUNK];
        private @Nullable InputStream stream;

        Reader(Path file, Consumer<byte[]> output) {
            this.file = file;
            this.output = output;
        }

        /** Returns whether there was more. */
        boolean read() throws IOException {
            var open = stream;
            if (open == null) {
                try {
                    open = new FileInputStream(file.toFile());
                } catch (FileNotFoundException _) {
                    return false; // Nothing was written so far.
                }
                stream = open;
            }
            boolean more = false;
            for (int n = open.read(buffer); n > 0; n = open.read(buffer)) {
                output.accept(Arrays.copyOf(buffer, n));
                more = true;
            }
            return more;
        }

        /**
         * Reads as long as more can come; or until nothing comes for a while.
         */
        void readRest(BooleanSupplier writes) throws IOException, InterruptedException {
            for (int silent = 0; silent < SILENT_LOOKS && writes.getAsBoolean(); silent++) {
                if (read()) {
                    silent = 0;
                }
                Thread.sleep(LOOK_MILLIS);
            }
            read();
        }

        @Override
        public void close() throws IOException {
            if (stream != null) {
                stream.close();
            }
        }
    }
}
