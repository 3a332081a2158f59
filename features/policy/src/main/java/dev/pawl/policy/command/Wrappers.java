package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Programs that run another one, which follows their own options. */
final class Wrappers {
    /**
     * The syntax of a wrapper.
     *
     * @param before the number of words between the options and the program
     * @param harmless whether it does nothing else, so that allowing the program is enough
     */
    record Form(OptionForm options, int before, boolean harmless) {}

    // format:off
    private static final Map<String, Form> FORMS = Map.ofEntries(
            harmless("env", 0, OptionForm.of("i0v", "uCa",
                    "ignore-environment null debug block-signal default-signal ignore-signal list-signal-handling", "unset chdir argv0")),
            harmless("timeout", 1, OptionForm.of("fpv", "sk", "foreground preserve-status verbose", "signal kill-after")),
            harmless("nice", 0, OptionForm.of("0123456789", "n", "", "adjustment")),
            harmless("ionice", 0, OptionForm.of("t", "cn", "ignore", "class classdata")),
            harmless("nohup", 0, OptionForm.NONE),
            harmless("setsid", 0, OptionForm.of("cfw", "", "ctty fork wait", "")),
            harmless("stdbuf", 0, OptionForm.of("", "ioe", "", "input output error")),
            harmless("time", 0, OptionForm.of("apqv", "f", "append portability quiet verbose", "format")),
            harmless("command", 0, OptionForm.of("pvV", "", "", "")),
            harmless("builtin", 0, OptionForm.NONE),
            harmless("exec", 0, OptionForm.of("cl", "a", "", "")),
            harmless("chronic", 0, OptionForm.of("ev", "", "", "")),
            harmless("unbuffer", 0, OptionForm.of("p", "", "", "")),
            harmless("xargs", 0, OptionForm.of("0ortpx", "ILnPsdEa", "iel",
                    "null open-tty no-run-if-empty interactive verbose exit show-limits eof replace max-lines",
                    "arg-file delimiter max-args max-procs max-chars")),
            harmless("busybox", 0, OptionForm.NONE),
            harmless("toybox", 0, OptionForm.NONE),
            notHarmless("sudo", 0, OptionForm.of("AbBEHknNPS", "ughpCrtTURD",
                    "askpass background bell preserve-env set-home reset-timestamp non-interactive no-update preserve-groups stdin",
                    "user group host prompt close-from role type command-timeout other-user chroot chdir")),
            notHarmless("doas", 0, OptionForm.of("Ln", "uC", "", "")),
            notHarmless("chroot", 1, OptionForm.of("", "", "skip-chdir", "userspec groups")),
            notHarmless("strace", 0, OptionForm.of("cCdDfFhikqrtTvVwxyYzZn", "aebEIoOpPsSuUX", "follow-forks", "output trace")),
            notHarmless("ltrace", 0, OptionForm.of("cCfhirStTV", "aeFlnopsuwxX", "", "output")),
            notHarmless("firejail", 0, OptionForm.of("", "", "quiet noprofile private net", "")),
            notHarmless("flock", 1, OptionForm.of("senxuoFv",
                    "wE", "shared exclusive nonblock unlock close no-fork verbose", "timeout wait conflict-exit-code")),
            notHarmless("taskset", 1, OptionForm.of("ac", "", "all-tasks cpu-list", "")));
    // format:on

    /** The options that watch takes before the script that it runs. */
    static final OptionForm WATCH = OptionForm.of(
            "bcCdefgprtwx",
            "nqs",
            "beep color no-color differences errexit follow chgexit precise no-rerun no-title no-wrap exec",
            "interval equexit shotsdir");

    private static Map.Entry<String, Form> harmless(String name, int before, OptionForm options) {
        return Map.entry(name, new Form(options, before, true));
    }

    /** A wrapper with other effects, so that a rule has to allow it, too. */
    private static Map.Entry<String, Form> notHarmless(String name, int before, OptionForm options) {
        return Map.entry(name, new Form(options, before, false));
    }

    private Wrappers() {}

    static @Nullable Form find(String program) {
        return FORMS.get(program);
    }

    /** The index of the program in the words of a wrapper; -1 if it is not known, the size if there is none. */
    static int inner(String name, Form form, List<Word> words) {
        int at = options(form.options(), words, name.equals("env") || name.equals("sudo"));
        if (at < 0) {
            return -1;
        }
        for (int i = 0; i < form.before(); i++, at++) {
            if (at < words.size() && isUncertain(words.get(at))) {
                return -1;
            }
        }
        if (at >= words.size()) {
            return words.size();
        }
        // flock -c, and other words that look like an option of the wrapper
        return isUncertain(words.get(at)) || words.get(at).text().startsWith("-") ? -1 : at;
    }

    /** The index of the first word after the options; -1 if an option is not known. */
    static int options(OptionForm options, List<Word> words, boolean assignments) {
        int at = 1;
        while (at < words.size()) {
            var text = words.get(at).text();
            if (isUncertain(words.get(at))) {
                return -1;
            }
            if (text.equals("--")) {
                at++;
                while (assignments && at < words.size() && words.get(at).text().indexOf('=') > 0) {
                    at++;
                }
                return at;
            }
            if (text.startsWith("-") && text.length() > 1) {
                int taken = options.words(text);
                if (taken == 0) {
                    return -1;
                }
                at += taken;
            } else if (assignments && (text.equals("-") || text.indexOf('=') > 0)) {
                at++;
            } else {
                return at;
            }
        }
        return at;
    }

    private static boolean isUncertain(Word word) {
        return word.splits() || !word.known();
    }

    /** The folder in which a wrapper starts its program; null if it does not change it. */
    static @Nullable Word folder(String name, List<Word> options) {
        return switch (name) {
            case "env" -> value(options, "-C", "--chdir");
            case "sudo" -> value(options, "-D", "--chdir");
            default -> null;
        };
    }

    /** Whether a wrapper changes the name of its program: some programs behave according to their name. */
    static boolean renames(String name, List<Word> options) {
        return (name.equals("env") || name.equals("exec")) && value(options, "-a", "--argv0") != null;
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
            if (text.startsWith("--r") && !text.equals("--no-run-if-empty")) {
                return text.indexOf('=') > 0 ? text.substring(text.indexOf('=') + 1) : "{}";
            }
            if (text.matches("-[0ortpx]*[Ii].*")) {
                var rest = text.replaceFirst("-[0ortpx]*[Ii]", "");
                boolean next = rest.isEmpty() && text.endsWith("I") && i + 1 < options.size();
                return next ? options.get(i + 1).text() : rest.isEmpty() ? "{}" : rest;
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
                return options.get(i).after(equals + 1);
            }
            if (text.startsWith(brief) && text.length() > 2) {
                return options.get(i).after(2);
            }
            int letter = text.startsWith("--") ? -1 : text.indexOf(brief.charAt(1));
            if (text.startsWith("-") && letter > 0) {
                return letter + 1 < text.length()
                        ? options.get(i).after(letter + 1)
                        : i + 1 < options.size() ? options.get(i + 1) : Word.ANY;
            }
        }
        return null;
    }
}
