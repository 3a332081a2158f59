package dev.pawl.policy.command;

import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Word;
import dev.pawl.policy.command.OptionTable.Call;
import dev.pawl.policy.command.Target.Access;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The programs that only read, each with the options for which that is known; everything else is not on the list.
 *
 * <p>None of them runs another program, and none reads a configuration of the project that could name one. So npm, go, cargo,
 * mvn, docker and the versions of languages that a project can choose are not here.
 */
final class ReadingPrograms {
    /** What the operands of a program are. */
    private enum Operands {
        NONE,
        TEXT,
        /** Any text, also such that looks like an option: the program has none that matters. */
        ANYTHING,
        FILES,
        /** Files, and every option of the program only reads, so that a file may have the name of one. */
        ANY_FILES,
        /** At most one file, behind all options: a second one would be written. */
        ONE_FILE,
        /** Folders with all that is below, also behind links. */
        TREES,
        /** A pattern, unless an option brings it, and then folders with all that is below. */
        SEARCH
    }

    private record Entry(Operands operands, OptionTable options) {}

    private static final Map<String, Entry> ENTRIES = new HashMap<>();

    // format:off
    static {
        add("echo", Operands.ANYTHING, "");
        add("expr", Operands.ANYTHING, "");
        add(":", Operands.ANYTHING, "");
        add("true", Operands.ANYTHING, "");
        add("false", Operands.ANYTHING, "");
        add("pwd", Operands.NONE, "-LP");
        add("whoami", Operands.NONE, "");
        add("groups", Operands.TEXT, "");
        add("id", Operands.TEXT, "-ugGnr");
        add("uname", Operands.NONE, "-asnrvmpio --all --kernel-name --kernel-release --machine --operating-system");
        add("nproc", Operands.NONE, "--all");
        add("uptime", Operands.NONE, "-ps");
        add("free", Operands.NONE, "-hmgkbtw");
        add("hostname", Operands.NONE, "");
        add("arch", Operands.NONE, "");
        add("env", Operands.NONE, "");
        add("printenv", Operands.TEXT, "-0");
        add("locale", Operands.NONE, "-a");
        add("which", Operands.TEXT, "-a");
        add("type", Operands.TEXT, "-aptfP");
        add("whereis", Operands.TEXT, "-bms");
        add("basename", Operands.TEXT, "-az -s:");
        add("dirname", Operands.TEXT, "-z");
        add("seq", Operands.TEXT, "-w -s: -#");
        add("sleep", Operands.TEXT, "");
        add("tr", Operands.TEXT, "-cCdst --delete --squeeze-repeats --complement");
        add("cat", Operands.ANY_FILES, "-AbeEnstTuv --number --number-nonblank --show-all --show-ends --show-tabs --squeeze-blank");
        add("head", Operands.ANY_FILES, "-qvz -n:# -c:# -# --lines=# --bytes=# --quiet --silent --verbose");
        add("tail", Operands.ANY_FILES, "-fFqvz -n:# -c:# -# --lines=# --bytes=# --follow? --quiet --silent --verbose");
        add("ls", Operands.ANY_FILES, """
            -aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -w:# -T:# --all --almost-all --author --directory --classify? --color?
            --file-type --format= --full-time --group-directories-first --human-readable --hide= --ignore= --indicator-style=
            --inode --literal --no-group --numeric-uid-gid --quote-name --recursive --reverse --si --size --sort= --time=
            --time-style= --width=#""");
        add("wc", Operands.FILES, "-cmlLw --bytes --chars --lines --words --max-line-length");
        add("nl", Operands.FILES, "-p -b: -d: -f: -h: -i:# -l:# -n: -s: -v:# -w:#");
        add("tac", Operands.FILES, "-br -s:");
        add("rev", Operands.FILES, "");
        add("cut", Operands.FILES, "-nsz -b: -c: -d: -f: --bytes= --characters= --fields= --delimiter= --output-delimiter= --complement --only-delimited");
        add("paste", Operands.FILES, "-sz -d: --delimiters= --serial");
        add("fold", Operands.FILES, "-bs -w:# --width=# --spaces --bytes");
        add("fmt", Operands.FILES, "-stu -w:# --width=#");
        add("expand", Operands.FILES, "-i -t: --tabs= --initial");
        add("unexpand", Operands.FILES, "-a -t: --tabs= --all --first-only");
        add("column", Operands.FILES, "-tx -s: -N: -o: --table --separator= --output-separator=");
        add("comm", Operands.FILES, "-123z --total --output-delimiter= --check-order --nocheck-order");
        add("join", Operands.FILES, "-iz -1:# -2:# -j:# -t: -a:# -v:# -o: -e: --header --ignore-case");
        add("cmp", Operands.FILES, "-bls -n:# -i: --silent --quiet --verbose --print-bytes --bytes=#");
        add("uniq", Operands.ONE_FILE, "-cdDiuz -f:# -s:# -w:# --count --repeated --unique --ignore-case --skip-fields=# --skip-chars=#");
        add("sort", Operands.FILES, """
            -bdfghiMnRrVcCmsuz -k: -t: --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort
            --human-numeric-sort --month-sort --numeric-sort --reverse --version-sort --check? --merge --stable --unique --key=
            --field-separator= --zero-terminated --sort=""");
        for (var sum : List.of("md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum")) {
            add(sum, Operands.FILES, "-btz --binary --text --tag --zero");
        }
        add("cksum", Operands.FILES, "");
        add("sum", Operands.FILES, "-rs");
        add("base64", Operands.FILES, "-d -w:# --decode --wrap=#");
        add("od", Operands.FILES, "-abcdilosvx -A: -t: -N:# -j:# --format= --read-bytes=# --skip-bytes=#");
        add("hexdump", Operands.FILES, "-bcCdovx -n:# -s:#");
        add("stat", Operands.FILES, "-fLt -c: --format= --printf= --dereference --file-system --terse");
        add("file", Operands.FILES, "-bhikLNr0 --brief --mime --mime-type --mime-encoding --dereference --no-dereference");
        add("realpath", Operands.FILES, "-eLmPqsz --relative-to=f --relative-base=f --canonicalize-existing --canonicalize-missing --no-symlinks");
        add("readlink", Operands.FILES, "-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline");
        add("df", Operands.FILES, "-ahHiklmPT -t: -x: -B: --human-readable --inodes --local --print-type --total --type=");
        add("du", Operands.FILES, "-abchklmsSx0 -d:# -B: --all --apparent-size --bytes --human-readable --max-depth=# --one-file-system --summarize --total --exclude= --si");
        add("tree", Operands.FILES, "-adfipsugDFrtvhcCnNQx -L:# -I:w -P:w --dirsfirst --filesfirst --noreport --du --gitignore --prune --si --inodes --sort=");
        add("diff", Operands.TREES, """
            -abBcdeEinNpqrstTuwyZ -C:# -U:# -W:# -x: -L: -I: -F: --brief --color? --context? --unified? --exclude= --expand-tabs
            --ignore-all-space --ignore-blank-lines --ignore-case --ignore-matching-lines= --ignore-space-change
            --ignore-trailing-space --label= --minimal --new-file --recursive --report-identical-files --side-by-side
            --show-c-function --strip-trailing-cr --suppress-common-lines --text --width=#""");
        var grep = """
            -- -EFGPivwxcloLnqsHhzZraIbTUy -# -A:# -B:# -C:# -m:# -e: --extended-regexp --fixed-strings --basic-regexp --perl-regexp
            --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color? --colour? --files-with-matches
            --files-without-match --max-count=# --only-matching --quiet --silent --no-messages --byte-offset --with-filename
            --no-filename --label= --line-number --initial-tab --null --after-context=# --before-context=# --context=# --text
            --binary-files= --exclude= --exclude-dir= --include= --recursive --line-buffered --regexp= --null-data
            -R --dereference-recursive""";
        add("grep", Operands.SEARCH, grep);
        add("egrep", Operands.SEARCH, grep);
        add("fgrep", Operands.SEARCH, grep);
        add("rg", Operands.SEARCH, """
            -- -nNiSswxvclLoFPUuIHh0aqp. -A:# -B:# -C:# -m:# -e: -g: -t: -T: -r: -d:# -j:# -M:# -E: --line-number --no-line-number
            --ignore-case --smart-case --case-sensitive --word-regexp --line-regexp --invert-match --count --count-matches
            --files-with-matches --files-without-match --files --only-matching --fixed-strings --pcre2 --multiline
            --multiline-dotall --unrestricted --no-filename --with-filename --text --quiet --pretty --hidden --no-hidden
            --no-ignore --no-ignore-vcs --follow --after-context=# --before-context=# --context=# --max-count=# --regexp= --glob=
            --iglob= --type= --type-not= --type-list --replace= --max-depth=# --threads=# --max-columns=# --max-filesize= --json
            --stats --heading --no-heading --color= --colors= --column --sort= --sortr= --trim --vimgrep --no-messages --null
            --no-config --crlf --passthru --byte-offset --no-require-git""");
        for (var fd : List.of("fd", "fdfind")) {
            add(fd, Operands.SEARCH, """
                -HIusiagpFf0 -t: -e: -d:# -E: -S: -c: -j:# --hidden --no-ignore --no-ignore-vcs --case-sensitive --ignore-case
                --absolute-path --glob --regex --full-path --fixed-strings --type= --extension= --max-depth=# --min-depth=#
                --exact-depth=# --exclude= --size= --color= --print0 --changed-within= --changed-before= --threads=# --max-results=#
                --strip-cwd-prefix""");
        }
        add("jq", Operands.SEARCH, "-rcMCSsnejaR --raw-output --compact-output --monochrome-output --color-output --sort-keys --slurp --null-input --exit-status --join-output --ascii-output --raw-input --tab");
        add("date", Operands.TEXT, "-uR -I? -d: -r:f --utc --universal --date= --reference=f --iso-8601? --rfc-email --rfc-3339=");
    }
    // format:on

    /** The expressions of find that only look, with whether a word follows that is their value. */
    private static final Map<String, Boolean> FIND = new HashMap<>();

    static {
        for (var flag :
                ("-empty -true -false -readable -writable -executable -not ! -o -or -a -and ( ) , -print -print0 -ls"
                    + " -prune -quit -depth -d -mount -xdev -nouser -nogroup -daystart -noleaf -warn -nowarn")
                        .split(" ", -1)) {
            FIND.put(flag, false);
        }
        for (var valued : ("-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type"
            + " -xtype -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -newermt -perm -user -group"
            + " -uid -gid -links -inum -printf -regextype -newer -anewer -cnewer -samefile")
                .split(" ", -1)) {
            FIND.put(valued, true);
        }
    }

    private static final Set<String> TESTS_OF_FILES = Set.of(
            "-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h", "-p", "-S", "-b", "-c", "-g", "-u", "-k", "-O", "-G");
    private static final Set<String> COMPARISONS =
            Set.of("=", "==", "!=", "-eq", "-ne", "-lt", "-gt", "-le", "-ge", "-nt", "-ot", "-ef");
    private static final Pattern KNOWN_CONVERSION = Pattern.compile("%%|%[-+ 0#]*[0-9]*(\\.[0-9]+)?[sdqbcxXuiofeg]");
    private static final OptionTable SED =
            new OptionTable("-nErsuz -e: --quiet --silent --regexp-extended --expression=");

    /** Programs that the shell has itself, which are not looked for on the path. */
    static final Set<String> OF_THE_SHELL =
            Set.of("echo", "printf", "test", "[", "true", "false", ":", "pwd", "cd", "type", "command", "exit", "set");

    private ReadingPrograms() {}

    private static void add(String name, Operands operands, String options) {
        ENTRIES.put(name, new Entry(operands, new OptionTable(options)));
    }

    /** The files that a call reads; an exception says why it is not on the list. */
    static List<Read> read(String name, List<Word> words, WorkingFolders folders) throws NotPlain {
        var rest = words.subList(1, words.size());
        return switch (name) {
            case "git" -> GitReading.read(rest, folders);
            case "find" -> find(rest);
            case "sed" -> sed(rest);
            case "test", "[" -> test(name, rest);
            case "printf" -> printf(rest);
            case "cd" -> cd(rest);
            case "command" -> command(rest);
            case "exit" -> none(rest.isEmpty() || (rest.size() == 1 && isText(rest.getFirst(), "[0-9]+")), name);
            case "set" ->
                none(rest.stream().allMatch(word -> isText(word, "-[eu]*o?|pipefail")) && !rest.isEmpty(), name);
            default -> listed(name, rest);
        };
    }

    private static List<Read> listed(String name, List<Word> rest) throws NotPlain {
        var entry = ENTRIES.get(name);
        if (entry == null) {
            throw new NotPlain("\"" + name + "\" is not on the list of programs that only read");
        }
        if (entry.operands == Operands.ANYTHING) {
            return List.of();
        }
        var call = entry.options.read(rest);
        var reads = new ArrayList<Read>();
        call.files().forEach(file -> reads.add(Read.of(file)));
        var operands = call.operands();
        switch (entry.operands) {
            case NONE -> none(operands.isEmpty(), name);
            case TEXT -> {
                for (var word : operands) {
                    exact(word);
                }
                if (name.equals("date")
                        && operands.stream().anyMatch(word -> !word.text().startsWith("+"))) {
                    throw new NotPlain("date may set the clock");
                }
            }
            case ONE_FILE -> {
                boolean last = operands.isEmpty() || operands.getFirst() == rest.getLast();
                if (operands.size() > 1 || !last || operands.stream().anyMatch(word -> !isOneFile(word))) {
                    throw new NotPlain(name + " writes its second file");
                }
                operands.forEach(word -> reads.add(Read.of(word)));
            }
            case FILES, ANY_FILES, TREES -> {
                for (var word : operands) {
                    reads.add(file(
                            word,
                            entry.operands == Operands.ANY_FILES,
                            entry.operands == Operands.TREES ? Access.LINKED_TREE : Access.READ));
                }
            }
            case SEARCH -> search(name, call, reads);
            case ANYTHING -> {}
        }
        return reads;
    }

    /** A pattern and the files in which it is sought. */
    private static void search(String name, Call call, List<Read> reads) throws NotPlain {
        var operands = call.operands();
        boolean pattern = !call.has("e", "regexp", "files", "type-list") || name.equals("jq");
        int first = pattern && !operands.isEmpty() ? 1 : 0;
        if (first == 1) {
            exact(operands.getFirst());
            if (name.equals("jq")
                    && operands.getFirst().text().matches("(?s).*(import|include|input_filename|\\$__).*")) {
                throw new NotPlain("a filter of jq may read other files");
            }
        }
        for (var word : operands.subList(first, operands.size())) {
            reads.add(file(word, false, Access.TREE));
        }
        boolean recursive = !name.equals("jq")
                && (!name.endsWith("grep") || call.has("r", "R", "recursive", "dereference-recursive"));
        if (operands.size() == first && recursive) {
            reads.add(new Read(Word.of("."), Access.TREE, null));
        }
        boolean follows = name.equals("rg") ? call.has("L", "follow") : call.has("R", "dereference-recursive");
        if (follows && !name.equals("jq")) {
            reads.add(Read.unclear(name + " follows links to files that are not named"));
        }
    }

    private static List<Read> find(List<Word> rest) throws NotPlain {
        var reads = new ArrayList<Read>();
        int at = 0;
        while (at < rest.size() && isText(rest.get(at), "-[HP]+")) {
            at++;
        }
        while (at < rest.size() && !rest.get(at).text().matches("(?s)[-(!,].*")) {
            reads.add(file(rest.get(at++), false, Access.READ));
        }
        while (at < rest.size()) {
            var expression = rest.get(at).exactText();
            var valued = expression == null ? null : FIND.get(expression);
            if (valued == null) {
                throw new NotPlain(rest.get(at) + " of find is not on the list of what only looks");
            }
            at++;
            if (valued) {
                if (at >= rest.size()) {
                    throw new NotPlain(expression + " of find has no value");
                }
                exact(rest.get(at++));
            }
        }
        return reads;
    }

    private static List<Read> sed(List<Word> rest) throws NotPlain {
        var call = SED.read(rest);
        var scripts = new ArrayList<>(call.texts());
        var files = call.operands();
        if (scripts.isEmpty()) {
            if (files.isEmpty()) {
                throw new NotPlain("sed has no script");
            }
            scripts.add(files.getFirst());
            files = files.subList(1, files.size());
        }
        for (var script : scripts) {
            if (!script.exact() || !SedScript.isReadOnly(script.text())) {
                throw new NotPlain("a script of sed may read and write other files, or run commands");
            }
        }
        var reads = new ArrayList<Read>();
        for (var word : files) {
            reads.add(file(word, false, Access.READ));
        }
        return reads;
    }

    /** Only few words may be tested, so that no shell reads them differently. */
    private static List<Read> test(String name, List<Word> rest) throws NotPlain {
        var words = rest;
        if (name.equals("[")) {
            none(!rest.isEmpty() && isText(rest.getLast(), "]"), "[ without ]");
            words = rest.subList(0, rest.size() - 1);
        }
        for (var word : words) {
            if (!word.exact() && !(word.tilde() && word.known())) {
                throw new NotPlain("what is tested is only known when it runs");
            }
        }
        if (words.size() > 1 && words.getFirst().text().equals("!")) {
            words = words.subList(1, words.size());
        }
        boolean unary = words.size() == 2;
        boolean ofFile = unary && TESTS_OF_FILES.contains(words.getFirst().text());
        boolean plain = words.size() == 1
                || ofFile
                || (unary && Set.of("-z", "-n").contains(words.getFirst().text()))
                || (words.size() == 3 && COMPARISONS.contains(words.get(1).text()));
        none(plain, name);
        return ofFile ? List.of(Read.of(words.get(1))) : List.of();
    }

    /** {@code printf} of the shell sets variables with {@code -v} and with {@code %n}. */
    private static List<Read> printf(List<Word> rest) throws NotPlain {
        var format = rest.isEmpty() ? null : rest.getFirst().exactText();
        none(
                format != null
                        && !format.startsWith("-")
                        && KNOWN_CONVERSION.matcher(format).replaceAll("").indexOf('%') < 0
                        && rest.stream().allMatch(Word::exact),
                "printf");
        return List.of();
    }

    private static List<Read> cd(List<Word> rest) throws NotPlain {
        none(rest.size() < 2 && rest.stream().noneMatch(word -> word.text().startsWith("-")), "cd");
        return rest.isEmpty() ? List.of() : List.of(Read.of(oneFile(rest.getFirst())));
    }

    private static List<Read> command(List<Word> rest) throws NotPlain {
        none(rest.size() == 2 && isText(rest.getFirst(), "-[vV]") && rest.get(1).exact(), "command");
        return List.of();
    }

    // Words

    private static boolean isText(Word word, String regex) {
        var text = word.exactText();
        return text != null && text.matches(regex);
    }

    private static List<Read> none(boolean known, String what) throws NotPlain {
        if (!known) {
            throw new NotPlain("this call of " + what + " is not on the list of what only reads");
        }
        return List.of();
    }

    private static void exact(Word word) throws NotPlain {
        if (!word.exact()) {
            throw new NotPlain(word + " is only known when it runs");
        }
    }

    static boolean isOneFile(Word word) {
        return word.exact() || (word.tilde() && word.loose().indexOf(Word.UNKNOWN) < 0);
    }

    private static Word oneFile(Word word) throws NotPlain {
        if (!isOneFile(word) || word.text().isEmpty()) {
            throw new NotPlain(word + " is only known when it runs");
        }
        return word;
    }

    /** A file, or a pattern of files none of which can look like an option. */
    static Read file(Word word, boolean anyName, Access access) throws NotPlain {
        if (!anyName && !word.loose().isEmpty() && word.loose().charAt(0) == Word.UNKNOWN) {
            throw new NotPlain(word + " may become an option; write ./" + word);
        }
        return new Read(word, access, null);
    }

    /** The names of all programs on the list. */
    static Set<String> names() {
        var names = new TreeSet<>(ENTRIES.keySet());
        names.addAll(OF_THE_SHELL);
        names.addAll(List.of("git", "find", "sed"));
        return names;
    }
}
