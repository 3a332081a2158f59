package dev.pawl.policy.command;

import dev.pawl.policy.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which commands of git are read-only, and which run other programs. */
final class GitCommands {
    private static final Set<String> READ_ONLY = Set.of(
            "status",
            "log",
            "diff",
            "show",
            "blame",
            "shortlog",
            "describe",
            "rev-parse",
            "rev-list",
            "ls-files",
            "ls-tree",
            "cat-file",
            "grep",
            "name-rev",
            "merge-base",
            "for-each-ref",
            "show-ref",
            "diff-tree",
            "diff-index",
            "diff-files",
            "count-objects",
            "check-ignore",
            "check-attr",
            "version",
            "whatchanged",
            "annotate",
            "cherry",
            "range-diff",
            "var",
            "help",
            "show-branch",
            "verify-commit");

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

    /** Options with which git config stays read-only. */
    private static final Set<String> LISTING = Set.of(
            "--global",
            "--system",
            "--local",
            "--worktree",
            "--name-only",
            "--show-origin",
            "--show-scope",
            "-z",
            "--null",
            "--bool",
            "--int",
            "--path",
            "--includes",
            "--all",
            "--show-names");

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

    /** The working folder that an option names; null if there is none. */
    static @Nullable Word folder(List<Word> words) {
        Word folder = null;
        for (int i = 1; i < words.size() && words.get(i).text().startsWith("-"); i++) {
            if (words.get(i).text().equals("-C")) {
                boolean more = folder != null;
                folder = i + 1 < words.size() && !more ? words.get(i + 1) : Word.ANY;
            }
            i += GLOBAL_WITH_VALUE.contains(words.get(i).text()) ? 1 : 0;
        }
        return folder;
    }

    static boolean isReadOnly(List<Word> words) {
        if (words.size() == 2
                && Set.of("--version", "--help").contains(words.get(1).text())) {
            return true;
        }
        for (int i = 1; i < words.size() && words.get(i).text().startsWith("-"); i++) {
            var option = words.get(i).text();
            if (option.equals("-C")) {
                i++;
            } else if (!Set.of("--no-pager", "--literal-pathspecs", "--no-optional-locks", "--no-replace-objects")
                    .contains(option)) {
                return false;
            }
        }
        var plain = plain(words);
        if (plain.size() < 2) {
            return true;
        }
        var command = plain.get(1).text();
        var rest = plain.subList(1, plain.size());
        return switch (command) {
            case "branch" ->
                Options.arguments(rest, Set.of("--sort", "--format", "--contains", "--merged", "--no-merged"))
                                .isEmpty()
                        && !Options.has(
                                rest,
                                "-d",
                                "-D",
                                "-m",
                                "-M",
                                "-c",
                                "-C",
                                "-f",
                                "-u",
                                "--delete",
                                "--move",
                                "--copy",
                                "--force",
                                "--set-upstream-to",
                                "--unset-upstream",
                                "--edit-description");
            case "tag" ->
                (Options.has(rest, "-l", "--list") && !Options.has(rest, "-d", "-f", "--delete", "--force"))
                        || rest.size() == 1;
            case "remote" ->
                rest.size() == 1
                        || (rest.size() == 2 && rest.get(1).text().equals("-v"))
                        || Set.of("get-url").contains(rest.get(1).text());
            case "stash" ->
                rest.size() > 1 && Set.of("list", "show").contains(rest.get(1).text()) && !writes(rest);
            case "worktree", "submodule", "notes", "bisect" ->
                rest.size() > 1
                        && Set.of("list", "status", "show", "log")
                                .contains(rest.get(1).text());
            case "config" ->
                rest.size() > 1
                        && Set.of("--list", "-l", "--get", "--get-all", "get", "list")
                                .contains(rest.get(1).text())
                        && rest.stream()
                                .skip(2)
                                .map(Word::text)
                                .allMatch(option -> !option.startsWith("-") || LISTING.contains(option));
            case "reflog" -> rest.size() == 1 || (rest.get(1).text().equals("show") && !writes(rest));
            default ->
                READ_ONLY.contains(command)
                        && !writes(rest)
                        && !Options.has(rest, "--open-files-in-pager", "--filters")
                        && !(command.equals("grep") && Options.has(rest, "-O"))
                        && !command.equals("help");
        };
    }

    /** Whether options name a file to write, or let attributes of files choose programs. */
    private static boolean writes(List<Word> rest) {
        return Options.has(rest, "--output", "--ext-diff", "--textconv");
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
            case "config" -> !isReadOnly(words) && rest.stream().anyMatch(word -> runsPrograms(word.text()));
            default -> Options.has(rest, "--ext-diff");
        };
        return runs ? "git " + command + " runs another program here" : null;
    }

    /** Whether a word of a configuration names a program to run, or a file with more of it. */
    private static boolean runsPrograms(String word) {
        return word.contains("!")
                || PROGRAMS.matcher(word.toLowerCase(Locale.ROOT)).matches();
    }
}
