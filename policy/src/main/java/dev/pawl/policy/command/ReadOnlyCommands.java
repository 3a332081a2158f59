package dev.pawl.policy.command;

import dev.pawl.policy.shell.Word;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which programs change nothing: some whatever they are told, some only with certain arguments. */
final class ReadOnlyCommands {
    /** They have no option that writes, sends or runs something. */
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
            "file",
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
            "strings",
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
            "arch",
            "getconf",
            "egrep",
            "fgrep",
            "grep",
            "zcat",
            "zgrep",
            "jq",
            "diff",
            "sdiff",
            "tree",
            "ps",
            "pgrep",
            "lsof",
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
            "jobs",
            "times",
            "umask",
            "base64",
            "base32",
            "nm",
            "size",
            "objdump",
            "readelf",
            "tokei",
            "cloc",
            "look",
            "tsort",
            "pr",
            "sync",
            "getent",
            "hostid");

    private static final Map<String, Predicate<List<Word>>> SOMETIMES = Map.ofEntries(
            Map.entry("sort", without("-o", "--output", "--compress-program", "-T", "--temporary-directory")),
            Map.entry(
                    "uniq",
                    words -> Options.arguments(words, Set.of("-f", "-s", "-w")).size() < 2),
            Map.entry("date", without("-s", "--set")),
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
            Map.entry(
                    "npm",
                    firstOf("ls", "list", "view", "outdated", "-v", "--version", "root", "prefix", "why", "explain")),
            Map.entry("python", versionOnly()),
            Map.entry("python3", versionOnly()),
            Map.entry("java", versionOnly("-version")),
            Map.entry("javac", versionOnly("-version")),
            Map.entry("go", firstOf("version", "list")),
            Map.entry("cargo", firstOf("tree", "metadata", "-V", "--version")),
            Map.entry("rustc", versionOnly("-V")),
            Map.entry("gcc", versionOnly()),
            Map.entry("make", versionOnly()),
            Map.entry("mvn", versionOnly("-v")),
            Map.entry("docker", firstOf("ps", "images", "version", "info")),
            Map.entry("tput", words -> true));

    private ReadOnlyCommands() {}

    static boolean is(String name, List<Word> words) {
        if (ALWAYS.contains(name)) {
            // With the output file of an option that few know.
            return !(name.equals("tree") && Options.has(words, "-o"))
                    && !(name.equals("diff") && Options.has(words, "--output"));
        }
        var sometimes = SOMETIMES.get(name);
        return sometimes != null && !Options.anyUnknown(words) && sometimes.test(words);
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
