package dev.pawl.policy.command;

import dev.pawl.policy.shell.Word;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which programs change nothing: some with any arguments, some only with certain arguments. */
final class ReadOnlyCommands {
    /** Programs without an option that writes, sends or runs something. */
    private static final Set<String> ALWAYS = Set.of(
            "cat",
            "head",
            "tail",
            "wc",
            "ls",
            "dir",
            "vdir",
            "pwd",
            "echo",
            "true",
            "false",
            ":",
            "test",
            "[",
            "basename",
            "dirname",
            "realpath",
            "readlink",
            "stat",
            "cut",
            "tr",
            "nl",
            "tac",
            "rev",
            "paste",
            "fold",
            "fmt",
            "expand",
            "unexpand",
            "column",
            "comm",
            "join",
            "cmp",
            "md5sum",
            "sha1sum",
            "sha224sum",
            "sha256sum",
            "sha384sum",
            "sha512sum",
            "b2sum",
            "cksum",
            "sum",
            "od",
            "hexdump",
            "nproc",
            "uname",
            "whoami",
            "id",
            "groups",
            "logname",
            "uptime",
            "free",
            "df",
            "du",
            "seq",
            "sleep",
            "type",
            "which",
            "whereis",
            "expr",
            "factor",
            "numfmt",
            "printenv",
            "locale",
            "tty",
            "getconf",
            "egrep",
            "fgrep",
            "grep",
            "zcat",
            "zgrep",
            "ps",
            "pgrep",
            "lscpu",
            "lsblk",
            "cal",
            "exit",
            "return",
            "break",
            "continue",
            "shift",
            "wait",
            "cd",
            "times",
            "umask",
            "base32",
            "tokei",
            "look",
            "tsort",
            "pr",
            "hostid");

    private static final Map<String, Predicate<List<Word>>> SOMETIMES = Map.ofEntries(
            Map.entry("jobs", without("-x")),
            Map.entry("arch", words -> words.size() == 1),
            Map.entry("lsof", without("-D")),
            Map.entry(
                    "jq",
                    words -> words.stream()
                            .noneMatch(word -> word.text().matches("(?s).*\\b(import|include)\\b.*\".*"))),
            Map.entry("sort", without("-o", "--output", "--compress-program", "-T", "--temporary-directory")),
            Map.entry(
                    "uniq",
                    words -> Options.arguments(words, Set.of("-f", "-s", "-w")).size() < 2),
            Map.entry("base64", without("-o", "--output")),
            Map.entry(
                    "cloc",
                    words ->
                            words.stream().skip(1).noneMatch(word -> word.text().startsWith("-"))),
            Map.entry("tree", without("-o", "-R", "--output", "--sort-file")),
            Map.entry("sdiff", without("-o", "--output", "--diff-program")),
            Map.entry("diff", without("--output", "-l", "--paginate")),
            Map.entry("file", without("-C", "--compile", "-z", "--uncompress", "-Z")),
            Map.entry("nm", without("--plugin")),
            Map.entry("size", without("--plugin")),
            Map.entry("objdump", without("--plugin")),
            Map.entry("readelf", without("--plugin")),
            Map.entry("strings", without("--plugin")),
            Map.entry(
                    "date",
                    words -> !Options.has(words, "-s", "--set")
                            && Options.arguments(words, Set.of("-d", "--date", "-r", "--reference", "-f", "--file"))
                                    .stream()
                                    .allMatch(word -> word.text().startsWith("+"))),
            Map.entry("hostname", words -> words.size() == 1),
            Map.entry("rg", without("--pre", "--hostname-bin", "--search-zip", "-z")),
            Map.entry("ag", without("--pager")),
            Map.entry(
                    "xxd",
                    words -> Options.arguments(words, Set.of("-c", "-g", "-l", "-s", "-o"))
                                            .size()
                                    < 2
                            && !Options.has(words, "-r")),
            Map.entry("sed", SedScript::isReadOnly),
            Map.entry("git", GitCommands::isReadOnly),
            Map.entry("set", words -> true),
            Map.entry("env", words -> words.size() == 1),
            Map.entry("yes", words -> words.size() < 3),
            Map.entry("split", words -> false),
            Map.entry("node", versionOnly()),
            Map.entry("npm", ReadOnlyCommands::isReadOnlyNpm),
            Map.entry("python", versionOnly()),
            Map.entry("python3", versionOnly()),
            Map.entry("java", versionOnly("-version")),
            Map.entry("javac", versionOnly("-version")),
            Map.entry("go", ReadOnlyCommands::isReadOnlyGo),
            Map.entry("cargo", versionOnly("-V")),
            Map.entry("rustc", versionOnly("-V")),
            Map.entry("gcc", versionOnly()),
            Map.entry("make", versionOnly()),
            Map.entry(
                    "docker",
                    words -> firstOf("ps", "images", "version", "info").test(words)
                            && !Options.has(words, "-H", "--host", "-c", "--context", "--config")),
            Map.entry("tput", words -> true));

    private ReadOnlyCommands() {}

    static boolean is(String name, List<Word> words) {
        if (ALWAYS.contains(name)) {
            return true;
        }
        var sometimes = SOMETIMES.get(name);
        return sometimes != null && !Options.anyUnknown(words) && sometimes.test(words);
    }

    /** Other options of npm may name a registry to contact, or a folder whose settings are read. */
    private static boolean isReadOnlyNpm(List<Word> words) {
        return words.size() > 1
                && Set.of("ls", "list", "view", "outdated", "-v", "--version", "root", "prefix", "why", "explain")
                        .contains(words.get(1).text())
                && words.stream()
                        .skip(2)
                        .map(Word::text)
                        .allMatch(text -> text.startsWith("-")
                                ? text.matches("--json|--all|-a|--long|-l|-g|--global|--depth(=\\d+)?|--parseable|-p")
                                : text.matches("@?[\\w][\\w.-]*(/[\\w.-]+)?(@[\\w.^~<>=*-]+)?"));
    }

    /** Other options of go list build packages, fetch them or change go.mod. */
    private static boolean isReadOnlyGo(List<Word> words) {
        return words.size() > 1
                && (words.get(1).text().equals("version")
                        || (words.get(1).text().equals("list")
                                && words.stream()
                                        .skip(2)
                                        .map(Word::text)
                                        .allMatch(text ->
                                                !text.startsWith("-") || text.matches("-(json|e|deps|test|find)"))));
    }

    private static Predicate<List<Word>> without(String... options) {
        return words -> !Options.has(words, options);
    }

    private static Predicate<List<Word>> versionOnly(String... more) {
        var known = Set.of(more);
        return words -> words.size() == 2
                && (words.get(1).text().equals("--version")
                        || known.contains(words.get(1).text()));
    }

    private static Predicate<List<Word>> firstOf(String... commands) {
        var known = Set.of(commands);
        return words -> words.size() > 1 && known.contains(words.get(1).text());
    }
}
