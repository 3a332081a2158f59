package dev.pawl.tools.shell;

import dev.pawl.base.Programs;
import dev.pawl.tools.file.FileTrouble;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shell of this machine, and how a command is handed to it. */
public final class Shell {
    // Linux takes no single argument of 128 KiB or more.
    private static final int LONGEST_ARGUMENT = 120_000;
    private static final Path BASH = Path.of("/bin/bash");
    /** The file descriptor of the gate's pipe in all processes of a command, by which {@link ProcessTree} finds them. */
    static final int GATE_COPY = 7;
    // Waits for a line, then becomes the command in the words behind it.
    private static final List<String> GATE =
            List.of("/bin/sh", "-c", "read -r go; exec \"$@\" " + GATE_COPY + "<&0 </dev/null", "sh");

    /**
     * Waits for a line, runs the command in the words behind its own four, and leaves the exit code in a file. All output
     * goes through {@code tee}, which passes it on to this program and keeps it in a file, so that nothing is lost when this
     * program ends after it has read a part and before it has used it. A file of more than 100 MiB does not grow any more.
     * Behind the output of the command follows an {@link EndMark}.
     *
     * <p>Then it waits for another line, which reports that this program has read all output. When this program ends
     * before that, which closes the pipe of the gate without a line, the supervisor ends the command when its time is over.
     * It waits for what it started, also when it is asked to end: in many containers nothing else does.
     */
    private static final String SUPERVISOR = """
        out=$1 exit=$2 end=$3 tee=$4
        shift 4
        trap : TERM
        read -r go || { echo none >"$exit"; exit 0; }
        exec 7<&0 </dev/null
        {
          trap : TERM
          exec 2>/dev/null
          ( exec "$@" 2>&1 )
          code=$?
          echo $code >"$exit"
          printf '\\036%s %s\\036' "$PAWL_COMMAND_ID" $code
        } | {
          trap '' TERM PIPE XFSZ
          ulimit -f 204800
          exec "$tee" -a "$out" /dev/null 2>/dev/null 7<&-
        } &
        tee=$!
        exec >/dev/null 2>&1
        if ! read -r go <&7 && [ "$end" -gt 0 ]; then
          while kill -0 $tee && ! [ -s "$exit" ]; do
            [ $(command -p date +%s) -lt "$end" ] || { echo timeout >"$exit"; kill -s KILL 0; }
            command -p sleep 0.2 || command -p sleep 1
          done
        fi
        while kill -0 $tee; do wait $tee; done
        read -r code <"$exit"
        exit $code
        """;

    private static final boolean SUPERVISES = Files.exists(Path.of("/proc/self/stat"));

    private final Map<String, String> environment;
    private final @Nullable String chosen;
    private final TempFiles temp;

    public Shell(Map<String, String> environment, @Nullable String chosen, TempFiles temp) {
        this.environment = environment;
        this.chosen = chosen;
        this.temp = temp;
    }

    /** Returns a file for output that is too long to show. */
    Path output() throws IOException {
        return temp.createOutput();
    }

    Invocation invocation(String command) throws IOException {
        return invocation(command, GATE);
    }

    /** Returns whether a command can outlive this program and be found again, with its output and its exit code. */
    boolean supervises() {
        return SUPERVISES
                && Programs.find("tee", environment) != null
                && !leader(environment).isEmpty();
    }

    /**
     * Returns the same under a supervisor.
     *
     * @param end when its time is over, in seconds since 1970; 0 for never
     */
    Invocation supervised(String command, CommandSpool spool, long end) throws IOException {
        return invocation(
                command,
                List.of(
                        "/bin/sh",
                        "-c",
                        SUPERVISOR,
                        "sh",
                        spool.output().toString(),
                        spool.exit().toString(),
                        Long.toString(end),
                        String.valueOf(tee())));
    }

    private @Nullable Path tee() {
        return Programs.find("tee", environment);
    }

    private Invocation invocation(String command, List<String> starter) throws IOException {
        if (command.indexOf('\0') >= 0) {
            throw new IOException("the command contains a NUL character, which no command can");
        }
        var words = new ArrayList<>(leader(environment));
        var leads = !words.isEmpty();
        words.addAll(starter);
        words.add(program().toString());
        if (fitsAnArgument(command)) {
            words.add("-c");
            words.add(command);
            return new Invocation(words, leads, null);
        }
        var script = script(command);
        words.add(script.toString());
        return new Invocation(words, leads, script);
    }

    /** A command that is too long for an argument is read from a file. */
    private Path script(String command) throws IOException {
        Path script = null;
        try {
            script = temp.create("pawl-command", ".sh");
            return Files.writeString(script, command);
        } catch (IOException e) {
            if (script != null) {
                Files.deleteIfExists(script);
            }
            throw new IOException(
                    "the command was not run: it has " + command.length()
                            + " characters, so it must be written to a temporary file, which failed: "
                            + FileTrouble.words(e),
                    e);
        }
    }

    Path program() throws IOException {
        if (chosen != null) {
            var program = Path.of(chosen);
            if (!Files.exists(program)) {
                throw new IOException("shellPath " + chosen
                        + ": there is no such file. Correct the setting, or remove it" + " to use bash");
            }
            return program;
        }
        if (Files.exists(BASH)) {
            return BASH;
        }
        var bash = Programs.find("bash", environment);
        var shell = bash == null ? Programs.find("sh", environment) : bash;
        return shell == null ? Path.of("/bin/sh") : shell;
    }

    List<String> leader() {
        return leader(environment);
    }

    /** Returns what makes a program lead its own process group and then become the shell, under the same number. */
    static List<String> leader(Map<String, String> environment) {
        var setsid = Programs.find("setsid", environment);
        if (setsid != null) {
            return List.of(setsid.toString());
        }
        var perl = Programs.find("perl", environment);
        return perl == null
                ? List.of()
                : List.of(
                        perl.toString(), "-e", "use POSIX; POSIX::setsid(); exec { $ARGV[0] } @ARGV or exit 127", "--");
    }

    /** Java writes arguments in the encoding of the locale, which in a bare container is ASCII. */
    private static boolean fitsAnArgument(String command) {
        var name = System.getProperty("sun.jnu.encoding");
        var encoding = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        if (StandardCharsets.US_ASCII.newEncoder().canEncode(command)) {
            return command.length() <= LONGEST_ARGUMENT;
        }
        return command.length() <= LONGEST_ARGUMENT / 3 && encoding.newEncoder().canEncode(command);
    }

    /**
     * The words that start a command, which does not begin before it is sent a line.
     *
     * @param leads whether the shell will lead its own session and process group
     * @param script the file that holds the command, to be removed afterwards; null if a word does
     */
    record Invocation(
            List<String> words, boolean leads, @Nullable Path script) implements AutoCloseable {
        @Override
        public void close() {
            if (script != null) {
                try {
                    Files.deleteIfExists(script);
                } catch (IOException e) {
                    // It stays in the folder for temporary files, which is what that is for.
                }
            }
        }
    }
}
