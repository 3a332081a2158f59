package dev.pawl.policy.command;

import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Word;
import dev.pawl.policy.command.OptionTable.Call;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The commands of git that only read, each with the options for which that is known, in a repository whose configuration
 * names no program.
 */
final class GitReading {
    // format:off
    /** Options of comparisons that show no line of a file, and tell nothing about one. */
    private static final OptionTable SUMMARIES = new OptionTable("""
        -szRaw -b -M? -C? -B? -O:f --no-patch --stat? --numstat --shortstat --summary --name-only --name-status --raw --color?
        --no-color --no-renames --find-renames? --find-copies? --diff-filter= --abbrev? --ignore-space-change
        --ignore-all-space --ignore-blank-lines --ignore-space-at-eol --exit-code --quiet --no-ext-diff --no-textconv
        --ignore-submodules? --minimal --patience --histogram --relative? --dirstat? --compact-summary --no-prefix --cached
        --staged --merge-base""");
    private static final OptionTable DIFF = new OptionTable(SUMMARIES, """
        -pu -U:# -S: -G: --patch --patch-with-stat --patch-with-raw --unified=# --color-words? --word-diff? --word-diff-regex=
        --pickaxe-all --pickaxe-regex --full-index --binary --check --text --function-context --inter-hunk-context=#""");
    private static final String HEADERS = """
        -igEFPtr -# -n:# --oneline --graph --all --decorate? --no-decorate --format= --pretty? --author= --committer= --since= --until=
        --after= --before= --grep= --all-match --invert-grep --regexp-ignore-case --follow --no-merges --merges --first-parent
        --reverse --abbrev-commit --no-abbrev-commit --date= --relative-date --tags? --branches? --remotes? --left-right
        --cherry-pick --cherry-mark --cherry --topo-order --date-order --author-date-order --max-count=# --skip=#
        --full-history --simplify-merges --ancestry-path --boundary --not --source --parents --children --count --walk-reflogs
        --root --max-parents=# --min-parents=# --no-walk? --no-notes --log-size --left-only --right-only --no-commit-id""";
    private static final String AUTHORS = "-sne --summary --numbered --email --group=";
    private static final OptionTable LOG = new OptionTable(DIFF, HEADERS + " -mc --cc");

    /** All options with which a command that may show changes shows none. */
    private static final OptionTable SILENT = new OptionTable(SUMMARIES, HEADERS + " " + AUTHORS);
    private static final String LISTING =
            "--contains= --no-contains= --merged= --no-merged= --points-at= --sort= --format= --color? --no-color --column? --no-column --ignore-case";

    private static final Map<String, OptionTable> TABLES = new HashMap<>();
    static {
        TABLES.put("status", new OptionTable("-sbvz -u? --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignored? --ignore-submodules? --ahead-behind --no-ahead-behind --renames --no-renames --find-renames? --column? --no-column"));
        TABLES.put("diff", DIFF);
        for (var command : List.of("log", "show", "reflog", "reflog show", "rev-list", "whatchanged", "diff-tree", "stash list")) {
            TABLES.put(command, LOG);
        }
        TABLES.put("shortlog", new OptionTable(LOG, AUTHORS));
        TABLES.put("blame", new OptionTable("-lrtfnsewpb -L: -M? -C? --line-porcelain --porcelain --show-name --show-number --show-email --date= --abbrev=# --root --show-stats --since="));
        TABLES.put("branch", new OptionTable("-arvq --list --all --remotes --verbose --show-current --abbrev? --no-abbrev " + LISTING));
        TABLES.put("tag", new OptionTable("-li -n? --list " + LISTING));
        TABLES.put("for-each-ref", new OptionTable("--count=# --shell --include-root-refs " + LISTING));
        TABLES.put("show-ref", new OptionTable("-dsq --head --heads --branches --tags --dereference --hash? --verify --abbrev? --quiet"));
        TABLES.put("remote", new OptionTable("-v --verbose"));
        TABLES.put("remote get-url", new OptionTable("--all --push"));
        TABLES.put("stash show", DIFF);
        TABLES.put("worktree list", new OptionTable("-vz --porcelain --verbose"));
        TABLES.put("config", new OptionTable("-lz --list --get --get-all --get-regexp --global --system --local --worktree --name-only --show-origin --show-scope --null --includes --all --bool --int --path"));
        TABLES.put("rev-parse", new OptionTable("-q --short? --abbrev-ref? --show-toplevel --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --verify --quiet --symbolic --symbolic-full-name --show-prefix --show-cdup --all --branches? --tags? --remotes? --show-superproject-working-tree --show-object-format?"));
        TABLES.put("ls-files", new OptionTable("-cdmosuiktvz --cached --deleted --modified --others --ignored --stage --unmerged --killed --exclude-standard --error-unmatch --full-name --abbrev? --eol --deduplicate --directory --no-empty-directory"));
        TABLES.put("ls-tree", new OptionTable("-drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev?"));
        TABLES.put("cat-file", new OptionTable("-epts"));
        TABLES.put("describe", new OptionTable("--all --tags --always --long --abbrev=# --dirty? --contains --exact-match --first-parent --match= --exclude= --candidates=#"));
        TABLES.put("merge-base", new OptionTable("-a --all --is-ancestor --octopus --independent --fork-point"));
        TABLES.put("name-rev", new OptionTable("--tags --all --name-only --always"));
        TABLES.put("grep", new OptionTable("-aIinwvhHlLcoEFGPpWz -# -A:# -B:# -C:# -m:# -e: --cached --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --only-matching --count --color? --no-color --break --heading --show-function --function-context --context=# --after-context=# --before-context=# --max-count=# --and --or --not --all-match --max-depth=# --quiet"));
        TABLES.put("check-ignore", new OptionTable("-qvnz --verbose --non-matching --no-index"));
        TABLES.put("count-objects", new OptionTable("-vH --verbose --human-readable"));
        TABLES.put("cherry", new OptionTable("-v --abbrev?"));
        TABLES.put("version", new OptionTable("--build-options"));
    }
    // format:on

    private GitReading() {}

    /** The names of all commands on the list. */
    static Set<String> names() {
        return TABLES.keySet();
    }

    static List<Read> read(List<Word> rest, WorkingFolders folders) throws NotPlain {
        int at = 0;
        Word folder = null;
        while (at < rest.size() && rest.get(at).text().startsWith("-")) {
            var option = rest.get(at++).exactText();
            if ("-C".equals(option) && folder == null && at < rest.size()) {
                folder = rest.get(at++);
            } else if (rest.size() == 1 && "--version".equals(option)) {
                return List.of();
            } else if (!"--no-pager".equals(option)
                    && !"--literal-pathspecs".equals(option)
                    && !"--no-optional-locks".equals(option)) {
                throw new NotPlain("the option " + option + " of git is not on the list of what only reads");
            }
        }
        var command = at < rest.size() ? rest.get(at++).exactText() : null;
        var both = at < rest.size() ? command + " " + rest.get(at).exactText() : "";
        if (TABLES.containsKey(both)) {
            command = both;
            at++;
        }
        var table = command == null ? null : TABLES.get(command);
        if (command == null || table == null) {
            throw new NotPlain("git " + command + " is not on the list of what only reads");
        }
        var call = table.read(rest.subList(at, rest.size()));
        check(command, call);
        folders.checkRepositories(
                folder, Set.of("status", "diff", "describe", "stash show").contains(command));
        var reads = new ArrayList<Read>();
        if (folder != null) {
            reads.add(Read.of(folder));
        }
        call.files().forEach(file -> reads.add(Read.of(file)));
        for (var word : call.operands()) {
            ofCommit(word, reads);
        }
        if (prints(command, call)) {
            reads.add(Read.unclear("git " + command + " prints what files of any name contain or contained"));
        }
        return reads;
    }

    private static void check(String command, Call call) throws NotPlain {
        var operands = call.operands();
        var first = operands.isEmpty() ? "" : operands.getFirst().text();
        boolean known = switch (command) {
            case "branch" -> operands.isEmpty() || call.has("list");
            case "tag" -> operands.isEmpty() || call.has("l", "list");
            case "remote", "reflog", "worktree list" -> operands.isEmpty();
            case "remote get-url" -> operands.size() == 1;
            case "config" -> isReadingConfig(call, first);
            case "version" -> operands.isEmpty();
            case "cat-file" -> operands.size() == 1;
            default -> true;
        };
        for (var word : operands) {
            known &= word.exact() || (word.loose().indexOf(Word.UNKNOWN) > 0 && !word.tilde());
        }
        if (!known) {
            throw new NotPlain("this call of git " + command + " is not on the list of what only reads");
        }
        for (var text : call.texts()) {
            // A program of the configuration checks signatures.
            if (text.text().contains("%G") || text.text().contains("signature")) {
                throw new NotPlain("git runs another program to check signatures");
            }
            if (text.text().contains("raw")) {
                throw new NotPlain("git may print whole files, whatever their names are");
            }
        }
    }

    /** {@code git config} has a dozen ways to write; these read. */
    private static boolean isReadingConfig(Call call, String first) {
        int operands = call.operands().size();
        if (call.has("l", "list")) {
            return operands == 0 && !call.has("get", "get-all", "get-regexp");
        }
        if (call.has("get", "get-all", "get-regexp")) {
            return operands == 1;
        }
        return operands == 1
                && first.matches("[A-Za-z][\\w-]*(\\..+)?\\.[A-Za-z][\\w-]*")
                && call.flags().isEmpty();
    }

    /** Whether a command prints the contents of files, which may be such that a rule hides, or tells something about them. */
    private static boolean prints(String command, Call call) {
        return switch (command) {
            case "show", "blame", "grep", "cat-file" -> true;
            case "diff", "whatchanged", "diff-tree", "stash show" ->
                !SILENT.hasAll(call.flags())
                        || !call.has("s", "no-patch", "name-only", "name-status", "stat", "shortstat", "numstat");
            case "log", "reflog", "reflog show", "shortlog", "rev-list", "stash list" -> !SILENT.hasAll(call.flags());
            case "status" -> call.has("v", "verbose");
            default -> false;
        };
    }

    /** A path, a commit, or a file as it was in a commit. */
    private static void ofCommit(Word word, List<Read> reads) {
        reads.add(Read.of(word));
        int colon = word.text().lastIndexOf(':');
        if (colon >= 0 && word.exact()) {
            reads.add(Read.of(word.after(colon + 1)));
        }
    }
}
