package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Options by which well-known programs run others: a rule that allows the program does not allow those. */
final class HiddenCommands {
    private static final Map<String, List<String>> OPTIONS = Map.ofEntries(
            Map.entry(
                    "tar",
                    List.of(
                            "--to-command",
                            "--checkpoint-action",
                            "--use-compress-program",
                            "-I",
                            "--rsh-command",
                            "--info-script",
                            "--new-volume-script",
                            "--rmt-command",
                            "-T",
                            "--files-from",
                            "-F")),
            Map.entry("bsdtar", List.of("--use-compress-program")),
            Map.entry("rsync", List.of("-e", "--rsh", "--rsync-path", "--files-from", "--daemon")),
            Map.entry("zip", List.of("-T", "--unzip-command", "-TT")),
            Map.entry("sort", List.of("--compress-program")),
            Map.entry("split", List.of("--filter")),
            Map.entry("rg", List.of("--pre", "--hostname-bin")),
            Map.entry("ag", List.of("--pager")),
            Map.entry("man", List.of("-P", "--pager", "-H", "--html")),
            Map.entry("ssh", List.of("-o", "-F")),
            Map.entry("scp", List.of("-o", "-S", "-F")),
            Map.entry("sftp", List.of("-o", "-S", "-F", "-b")),
            Map.entry("curl", List.of("-K", "--config")),
            Map.entry("wget", List.of("--use-askpass", "-e", "--execute", "--config")),
            Map.entry("vim", List.of("-c", "--cmd", "-S", "-s")),
            Map.entry("vi", List.of("-c", "-S", "-s")),
            Map.entry("nvim", List.of("-c", "--cmd", "-S", "-s", "-l")),
            Map.entry("emacs", List.of("--eval", "-f", "--funcall", "-l", "--load")),
            Map.entry("less", List.of("-k", "--lesskey-file")),
            Map.entry("crontab", List.of("-e")),
            Map.entry("make", List.of("--eval", "-E", "-f", "--file", "--makefile")),
            Map.entry("gmake", List.of("--eval", "-E", "-f", "--file", "--makefile")),
            Map.entry("gdb", List.of("-ex", "--eval-command", "-x", "-iex")),
            Map.entry("docker", List.of("--entrypoint")),
            Map.entry("npm", List.of("--script-shell", "--node-options", "-c", "--call")),
            Map.entry("npx", List.of("-c", "--call")),
            Map.entry("node", List.of("--require", "-r", "--import", "--loader", "--experimental-loader")),
            Map.entry("hash", List.of("-p")),
            Map.entry("script", List.of("-c", "--command")),
            Map.entry("su", List.of("-c", "--command")),
            Map.entry("start-stop-daemon", List.of("--exec", "-x", "--startas", "-a")));

    /** Programs that run commands from their arguments or input. */
    private static final Set<String> ALWAYS = Set.of(
            "parallel",
            "rlwrap",
            "expect",
            "at",
            "batch",
            "socat",
            "ncat",
            "nc",
            "netcat",
            "screen",
            "tmux",
            "entr",
            "run-parts",
            "dbus-send",
            "systemd-run",
            "unshare",
            "nsenter",
            "setpriv",
            "capsh",
            "runuser",
            "pkexec",
            "gdb",
            "ex",
            "ed");

    /** Programs that accept commands after a plus sign. */
    private static final Set<String> PLUS = Set.of("vim", "vi", "nvim", "view", "gvim", "less", "more");

    private HiddenCommands() {}

    private static boolean awkMayRun(Word word) {
        var text = word.text();
        return text.contains("system")
                || text.contains("getline")
                || text.replace("||", "").contains("|")
                || text.startsWith("-f")
                || text.startsWith("--f")
                || text.startsWith("-i")
                || text.startsWith("-l")
                || text.contains("@")
                || text.matches("(?s).*print[^;}]*>.*");
    }

    /** Whether options of a shell pass variables, or arguments that look like variables, to programs. */
    static boolean passesVariables(List<Word> words) {
        for (var word : words.subList(1, words.size())) {
            var text = word.text();
            if (text.equals("--") || !word.exact()) {
                return false;
            }
            if (text.matches("-[^-]*[ak].*") || text.equals("keyword") || text.equals("allexport")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a word sets a variable of make that contains a command, or may be such a variable or any option. */
    private static boolean setsCommand(Word word) {
        if (word.text().indexOf(Word.UNKNOWN) == 0) {
            return true;
        }
        int equals = word.text().indexOf('=');
        var value = word.text().substring(equals + 1);
        return equals > 0
                && (!word.exact()
                        || word.text().startsWith("SHELL")
                        || word.text().startsWith(".SHELLFLAGS")
                        || word.text().startsWith("MAKE")
                        || value.matches("(?s).*[\\s$`;|&/].*"));
    }

    /** Whether tar has options without a dash, or archives on other machines, which another program fetches. */
    private static boolean tarMayRun(List<Word> words) {
        var first = words.get(1).text();
        return (!first.startsWith("-") && (first.indexOf('I') >= 0 || first.indexOf('F') >= 0))
                || words.stream().skip(1).anyMatch(word -> word.text().matches("(--?[a-z]*(file=)?)?[\\w@.-]+:.*"));
    }

    /** Why it is not known what a program runs; null if it is. */
    static @Nullable String why(String name, List<Word> words) {
        if (name.equals("git")) {
            return GitCommands.hidden(words);
        }
        if (ALWAYS.contains(name)) {
            return name + " runs commands from its arguments or its input";
        }
        if (PLUS.contains(name) && words.stream().anyMatch(word -> word.text().startsWith("+"))) {
            return name + " runs a command after +";
        }
        if (name.equals("sed") && SedScript.mayRun(words)) {
            return "a script of sed may run commands and write files";
        }
        if (name.endsWith("awk") && words.stream().anyMatch(HiddenCommands::awkMayRun)) {
            return "a script of awk may run commands and write files";
        }
        if ((name.equals("make") || name.equals("gmake")) && words.stream().anyMatch(HiddenCommands::setsCommand)) {
            return "make runs commands in its variables";
        }
        if (name.equals("tar") && words.size() > 1 && tarMayRun(words)) {
            return "tar runs another program with one of these options";
        }
        var options = OPTIONS.get(name);
        if (options != null && Options.has(words, options.toArray(String[]::new))) {
            return name + " runs another program with one of these options";
        }
        if (name.equals("shopt")
                && words.stream().anyMatch(word -> !word.exact() || word.text().equals("expand_aliases"))) {
            return "aliases change what later commands mean";
        }
        if (name.equals("set") && passesVariables(words)) {
            return "later variables and arguments are passed to programs, and may change what they do";
        }
        if (name.equals("set")
                && words.size() > 1
                && !words.get(1).text().startsWith("-")
                && !words.get(1).text().startsWith("+")) {
            return null;
        }
        return (name.equals("history") && words.size() > 1) || name.equals("fc")
                ? "it runs commands of the history"
                : null;
    }
}
