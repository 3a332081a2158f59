package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which calls of git run other programs. */
final class GitCommands {
    private static final Set<String> GLOBAL_WITH_VALUE = Set.of(
            "-C",
            "-c",
            "--git-dir",
            "--work-tree",
            "--namespace",
            "--exec-path",
            "--config-env",
            "--super-prefix",
            "--attr-source");

    private static final Set<String> GLOBAL = Set.of(
            "--no-pager", "--literal-pathspecs", "--no-optional-locks", "--no-replace-objects", "--version", "--help");

    private static final Pattern PROGRAMS =
            Pattern.compile("(core\\.(pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy)|alias\\..*"
                    + "|.*\\.(cmd|helper|textconv|command|external|clean|smudge|process|program|driver)"
                    + "|pager\\..*|include.*|sequence\\.editor)(=.*)?");

    private GitCommands() {}

    /** The words without the options before the command of git. */
    static List<Word> plain(List<Word> words) {
        int at = 1;
        while (at < words.size() && words.get(at).text().startsWith("-")) {
            at += GLOBAL_WITH_VALUE.contains(words.get(at).text()) ? 2 : 1;
        }
        var plain = new ArrayList<Word>();
        plain.add(words.getFirst());
        plain.addAll(words.subList(Math.min(at, words.size()), words.size()));
        return plain;
    }

    /** Why git may run a program that its command does not name; null if it does not. */
    static @Nullable String hidden(List<Word> words) {
        for (int i = 1; i < words.size() && words.get(i).text().startsWith("-"); i++) {
            var option = words.get(i).text();
            if (option.startsWith("-c")
                    || option.startsWith("--config-env")
                    || option.startsWith("--exec-path=")
                    || option.startsWith("--git-dir")
                    || option.startsWith("--work-tree")) {
                return "git " + option + " sets a configuration that may run programs";
            }
            if (!GLOBAL_WITH_VALUE.contains(option) && !GLOBAL.contains(option)) {
                return "the option " + option + " of git is not known";
            }
            i += GLOBAL_WITH_VALUE.contains(option) ? 1 : 0;
        }
        var plain = plain(words);
        if (plain.size() < 2) {
            return null;
        }
        var rest = plain.subList(1, plain.size());
        var command = rest.getFirst();
        if (!command.exact()) {
            return "which command of git runs is only known when it runs";
        }
        boolean second = rest.size() > 1;
        var runs = switch (command.text()) {
            case "rebase" -> Options.has(rest, "-x", "--exec");
            case "bisect" -> second && rest.get(1).text().equals("run");
            case "submodule" ->
                second && rest.stream().anyMatch(word -> word.text().equals("foreach"));
            case "filter-branch", "filter-repo", "mergetool", "difftool", "instaweb", "daemon", "hook", "shell" -> true;
            case "grep" -> Options.has(rest, "-O", "--open-files-in-pager");
            case "clone", "fetch", "pull", "push", "ls-remote", "fetch-pack", "send-pack", "archive" ->
                Options.has(rest, "--upload-pack", "--receive-pack", "--exec", "--config", "--template")
                        || (command.text().equals("clone") && Options.has(rest, "-u", "-c"))
                        || rest.stream().anyMatch(word -> word.text().contains("ext::"));
            case "config" -> rest.stream().anyMatch(word -> runsPrograms(word.text()));
            default -> Options.has(rest, "--ext-diff");
        };
        return runs ? "git " + command + " runs another program here" : null;
    }

    /** Whether a word of a configuration names a program to run, or a file with more of it. */
    private static boolean runsPrograms(String word) {
        return word.contains("!")
                || word.matches("(--)?re[a-z]*(-[a-z]*)?") // sections are renamed to others
                || PROGRAMS.matcher(word.toLowerCase(Locale.ROOT)).matches();
    }
}
