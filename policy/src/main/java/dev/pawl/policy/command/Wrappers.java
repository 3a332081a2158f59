package dev.pawl.policy.command;

import dev.pawl.policy.shell.Word;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Programs that run another one that stands behind their own options. */
final class Wrappers {
    /**
     * How a wrapper is written.
     *
     * @param valued the options that take the next word as their value
     * @param before how many words stand between the options and the program
     * @param harmless whether it does nothing else, so that allowing the program is enough
     */
    record Form(Set<String> valued, int before, boolean harmless) {}

    private static final Map<String, Form> FORMS = Map.ofEntries(
            Map.entry("env", new Form(Set.of("-u", "--unset", "-C", "--chdir"), 0, true)),
            Map.entry("timeout", new Form(Set.of("-s", "--signal", "-k", "--kill-after"), 1, true)),
            Map.entry("nice", new Form(Set.of("-n", "--adjustment"), 0, true)),
            Map.entry("ionice", new Form(Set.of("-c", "-n", "--class", "--classdata"), 0, true)),
            Map.entry("nohup", new Form(Set.of(), 0, true)),
            Map.entry("setsid", new Form(Set.of(), 0, true)),
            Map.entry("stdbuf", new Form(Set.of("-i", "-o", "-e", "--input", "--output", "--error"), 0, true)),
            Map.entry("time", new Form(Set.of("-f", "--format"), 0, true)),
            Map.entry("command", new Form(Set.of(), 0, true)),
            Map.entry("builtin", new Form(Set.of(), 0, true)),
            Map.entry("exec", new Form(Set.of("-a"), 0, true)),
            Map.entry("chronic", new Form(Set.of(), 0, true)),
            Map.entry("unbuffer", new Form(Set.of(), 0, true)),
            Map.entry(
                    "xargs",
                    new Form(
                            Set.of(
                                    "-I",
                                    "-L",
                                    "-n",
                                    "-P",
                                    "-s",
                                    "-d",
                                    "-E",
                                    "-a",
                                    "--max-args",
                                    "--max-procs",
                                    "--max-lines",
                                    "--max-chars",
                                    "--delimiter",
                                    "--arg-file",
                                    "--replace"),
                            0,
                            true)),
            Map.entry(
                    "sudo",
                    new Form(
                            Set.of(
                                    "-u",
                                    "-g",
                                    "-h",
                                    "-p",
                                    "-C",
                                    "-r",
                                    "-t",
                                    "-T",
                                    "-U",
                                    "-D",
                                    "-R",
                                    "--user",
                                    "--group",
                                    "--host",
                                    "--prompt",
                                    "--chdir",
                                    "--chroot"),
                            0,
                            false)),
            Map.entry("doas", new Form(Set.of("-u", "-C"), 0, false)),
            Map.entry("chroot", new Form(Set.of(), 1, false)),
            Map.entry("strace", new Form(Set.of("-e", "-o", "-p", "-s", "-u"), 0, false)),
            Map.entry("ltrace", new Form(Set.of("-e", "-o", "-p", "-s", "-u"), 0, false)),
            Map.entry("firejail", new Form(Set.of(), 0, false)),
            Map.entry("flock", new Form(Set.of("-w", "--timeout", "-E"), 1, false)),
            Map.entry("taskset", new Form(Set.of(), 1, false)),
            Map.entry("busybox", new Form(Set.of(), 0, true)),
            Map.entry("toybox", new Form(Set.of(), 0, true)));

    private Wrappers() {}

    static @Nullable Form find(String program) {
        return FORMS.get(program);
    }

    /** Where the program stands in the words of a wrapper; -1 if that cannot be known, the size if there is none. */
    static int inner(String name, Form form, List<Word> words) {
        int at = 1;
        int before = form.before();
        while (at < words.size()) {
            var word = words.get(at);
            var text = word.text();
            if (word.splits() || !word.known()) {
                return -1;
            }
            if (text.equals("--")) {
                at++;
                return at + before;
            }
            if (text.startsWith("-") && text.length() > 1) {
                if (isObscure(name, text)) {
                    return -1;
                }
                at += form.valued().contains(text) ? 2 : 1;
            } else if ((name.equals("env") || name.equals("sudo")) && text.indexOf('=') > 0) {
                at++;
            } else if (before > 0) {
                before--;
                at++;
            } else {
                return at;
            }
        }
        return words.size();
    }

    /** Options that make another command of it, or that write a file. */
    private static boolean isObscure(String name, String option) {
        boolean isLong = option.startsWith("--");
        return switch (name) {
            case "env" -> isLong ? option.startsWith("--s") : option.indexOf('S') > 0;
            case "time" -> isLong ? option.startsWith("--o") : option.indexOf('o') > 0;
            case "busybox", "toybox" -> option.startsWith("--i");
            default -> false;
        };
    }

    /** The folder in which a wrapper starts its program; null if it is the one it is started in. */
    static @Nullable Word folder(String name, List<Word> options) {
        return switch (name) {
            case "env" -> value(options, "-C", "--chdir");
            case "sudo" -> value(options, "-D", "--chdir");
            default -> null;
        };
    }

    /** The file from which xargs takes its arguments; null if it is its input. */
    static @Nullable Word arguments(String name, List<Word> options) {
        return name.equals("xargs") ? value(options, "-a", "--arg-file") : null;
    }

    /** The text that xargs replaces by a line of its input; null if there is none. */
    static @Nullable String placeholder(String name, List<Word> options) {
        if (!name.equals("xargs")) {
            return null;
        }
        for (int i = 0; i < options.size(); i++) {
            var text = options.get(i).text();
            if (text.equals("-I")) {
                return i + 1 < options.size() ? options.get(i + 1).text() : "";
            }
            if (text.startsWith("--r") && !text.equals("--no-run-if-empty")) {
                return text.indexOf('=') > 0 ? text.substring(text.indexOf('=') + 1) : "{}";
            }
            if (text.matches("-[0rtpx]*[Ii].*")) {
                var rest = text.replaceFirst("-[0rtpx]*[Ii]", "");
                return rest.isEmpty() ? "{}" : rest;
            }
        }
        return null;
    }

    private static @Nullable Word value(List<Word> options, String brief, String full) {
        for (int i = 0; i < options.size(); i++) {
            var text = options.get(i).text();
            int equals = text.indexOf('=');
            var name = equals < 0 ? text : text.substring(0, equals);
            if (text.equals(brief) || (equals < 0 && name.length() > 2 && full.startsWith(name))) {
                return i + 1 < options.size() ? options.get(i + 1) : Word.ANY;
            }
            if (equals > 0 && name.length() > 2 && full.startsWith(name)) {
                return options.get(i).behind(equals + 1);
            }
            if (text.startsWith(brief) && text.length() > 2) {
                return options.get(i).behind(2);
            }
            if (text.startsWith("-") && !text.startsWith("--") && text.indexOf(brief.charAt(1)) > 0) {
                return Word.ANY;
            }
        }
        return null;
    }
}
