package dev.pawl.policy.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.Script;
import dev.pawl.api.shell.Word;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random scripts, held against the real bash: what it accepts, and what it runs. */
class BashAgreementTest {
    private static final Path BASH = Path.of("/bin/bash");

    @TempDir
    Path folder;

    @BeforeEach
    void bash() {
        assumeTrue(Files.isExecutable(BASH), "bash is not at /bin/bash");
    }

    @Test
    void what_bash_runs_is_among_the_commands_that_were_read() {
        var understood = new AtomicInteger();
        Property.holds(150, draw -> {
            if (check(draw.from(each -> list(each, 3)))) {
                understood.incrementAndGet();
            }
        });
        assertThat(understood).as("scripts that were read and run").hasValueGreaterThan(75);
    }

    @Test
    void pieces_in_any_order_are_read_as_bash_reads_them_or_refused() {
        Property.holds(250, draw -> {
            var script = draw.pieces(
                    1,
                    9,
                    "c0 ",
                    "c1 a ",
                    "'",
                    "\"",
                    "\\",
                    "$(",
                    ")",
                    "`",
                    "(",
                    "{ ",
                    "; }",
                    ";",
                    "\n",
                    "&&",
                    "|",
                    " ",
                    "#",
                    "x=",
                    "$x ",
                    "${x}",
                    "${x:-",
                    "}",
                    "if ",
                    "then ",
                    "fi",
                    "c2",
                    "!",
                    "do ",
                    "done",
                    "for i in ",
                    "<<E\n",
                    "\nE\n",
                    "[[ ",
                    " ]]",
                    "((",
                    "))",
                    "$((",
                    "1+1",
                    "case x in ",
                    "x) ",
                    ";; ",
                    "esac",
                    "f() ",
                    "&",
                    "$'",
                    "\\\n",
                    "time ");
            check(script);
        });
    }

    /** Whether both read the script; then what bash runs has to be among what was read. */
    private boolean check(String script) throws Exception {
        var read = Script.of(script);
        boolean refused = read.unknowns().stream().anyMatch(why -> why.startsWith("cannot be read"));
        if (refused || !isAccepted(script)) {
            return false;
        }
        for (var ran : executed(script)) {
            assertThat(read.commands()).as("%s\nruns <%s>", script, ran).anyMatch(command -> may(command, ran));
        }
        return true;
    }

    private static boolean may(Command command, String ran) {
        // A word that expands to nothing leaves no space behind.
        var pattern = new StringBuilder();
        var words = Word.joined(command.words(), true).replaceAll("\\s", "");
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            pattern.append(c == Word.UNKNOWN || c == '~' ? ".*" : Pattern.quote(String.valueOf(c)));
        }
        return ran.replaceAll("\\s", "").matches(pattern.toString());
    }

    private boolean isAccepted(String script) throws Exception {
        var process = start("-n", script);
        process.getInputStream().readAllBytes();
        return process.waitFor() == 0;
    }

    /**
     * The commands c0 to c3 with their arguments, as bash called them: they are written to a pipe that every process of
     * the script holds open, and it ends when the last of them has ended, those in the background too.
     */
    private List<String> executed(String script) throws Exception {
        var prelude = "PATH=; exec 9>&1 >/dev/null; log() { local IFS=' '; printf '%s\\0' \"$*\" >&9; }; c0() { log"
                + " c0 \"$@\"; }; c1() { log c1 \"$@\"; }; c2() { log c2 \"$@\"; false; };"
                + " c3() { log c3 \"$@\"; };\n";
        var process = start("--norc", prelude + script);
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        var ran = new ArrayList<String>();
        for (int at = 0, end; (end = text.indexOf('\0', at)) >= 0; at = end + 1) {
            ran.add(text.substring(at, end));
        }
        return ran;
    }

    private Process start(String option, String script) throws IOException {
        return new ProcessBuilder(BASH.toString(), option, "-c", script)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    // Scripts of a grammar

    private static String list(Draw draw, int depth) {
        var text = new StringBuilder(command(draw, depth));
        while (text.length() < 200 && draw.bool()) {
            text.append(draw.of(" && ", " || ", "; ", "\n", " | ", " & ")).append(command(draw, depth));
        }
        return text.toString();
    }

    private static String command(Draw draw, int depth) {
        if (depth == 0) {
            return simple(draw, 0);
        }
        return switch (draw.integer(0, 13)) {
            case 0 -> "( " + list(draw, depth - 1) + " )";
            case 1 -> "{ " + list(draw, depth - 1) + "\n}";
            case 2 ->
                "if " + list(draw, depth - 1) + "\nthen " + list(draw, depth - 1) + "\nelse " + list(draw, depth - 1)
                        + "\nfi";
            case 3 -> "for i in a " + word(draw, depth - 1) + "; do " + list(draw, depth - 1) + "\ndone";
            case 4 ->
                "case " + word(draw, depth - 1) + " in a|b) " + list(draw, depth - 1) + "\n;; *) "
                        + list(draw, depth - 1) + "\n;; esac";
            case 5 -> "{ ! " + simple(draw, depth) + "\n}";
            // A name for each depth: a function that calls itself would never end.
            case 6 -> "f" + depth + "() { " + list(draw, depth - 1) + "\n}; f" + depth;
            case 7 -> "[[ -n " + word(draw, depth - 1) + " && ( x == x ) ]] && " + simple(draw, depth);
            case 8 ->
                "c0 <<E\n" + draw.of("text", "$(c1 here)", "`c2 there`", "'", "\"", "\\$(c3)") + "\nE\n"
                        + simple(draw, depth);
            case 9 -> "c1 <<'E'\n" + draw.of("$(c2 not)", "'", "x") + "\nE\n" + simple(draw, depth);
            case 10 -> "while " + simple(draw, 0) + "; do break; done";
            default -> simple(draw, depth);
        };
    }

    private static String simple(Draw draw, int depth) {
        var text = new StringBuilder(draw.of("", "", "", "v=1 ", "v=" + word(draw, depth) + " "));
        text.append(draw.of("c0", "c1", "c2", "c3", "'c0'", "c\\1", "\"c2\"", "c''3", "$'c0'", "$'\\x631'"));
        while (text.length() < 80 && draw.bool()) {
            text.append(draw.of(" ", "  ", "\t", " \\\n ")).append(word(draw, depth));
        }
        return text
                + draw.of("", "", "", " 2>&1", " >/dev/null", " </dev/null", " 2>&1 >/dev/null", " # c9 comment\n:");
    }

    private static String word(Draw draw, int depth) {
        if (depth > 0 && draw.integer(0, 2) == 0) {
            var inner = list(draw, depth - 1);
            return draw.of("$(" + inner + "\n)", "\"$(" + inner + "\n)\"", "x$(" + inner + "\n)y");
        }
        return draw.of(
                "a",
                "-x",
                "'a b'",
                "\"a b\"",
                "\"$v\"",
                "$v",
                "${v}",
                "${v:-d}",
                "\\$",
                "\\'",
                "'\"'",
                "\"'\"",
                "$((1+2))",
                "a\\ b",
                "''",
                "$'a\\tb'",
                "a\"b\"'c'",
                "\"\\\"\"",
                "\"\\$v\"",
                "`c3 tick`",
                "\"`c3 tick`\"",
                "'#'",
                "a#b",
                "~",
                "{a,b}",
                "*",
                "\\\\");
    }
}
