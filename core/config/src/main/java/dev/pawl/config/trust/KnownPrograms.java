package dev.pawl.config.trust;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Programs of which it is known what they load of a project. A program that is not among them may load anything.
 *
 * <p>A gap costs a question, so these are the programs that gates are usually written with, and not all there are.
 */
final class KnownPrograms {
    /** They load nothing but the files that their words name. */
    private static final Set<String> READING = words(
            "test [ [[ true false : return exit break continue set shopt shift local export readonly unset declare"
                + " typeset trap cd pushd popd pwd echo printf read mapfile readarray wait sleep umask ulimit getopts"
                + " type hash kill date mktemp basename dirname realpath readlink mkdir rmdir rm cp mv ln touch chmod"
                + " chown tee cat head tail wc sort uniq cut tr paste nl tac rev fold fmt column comm diff cmp ls tree"
                + " du df stat file md5sum sha1sum sha256sum shasum cksum base64 od xxd hexdump strings seq expr grep"
                + " egrep fgrep rg sed jq yq awk gawk mawk find curl wget tar gzip gunzip unzip logger notify-send say"
                + " afplay paplay ps pgrep id whoami hostname uname tty stty tput which printenv env let");

    /** With these words programs that only read run or write others all the same. */
    private static final Map<String, Pattern> RUNNING = Map.of(
            "find", Pattern.compile("(?:^| )-(?:exec|ok)"),
            "jq", Pattern.compile("(?:^| )(?:-\\w*L|--library)"),
            "rg", Pattern.compile("(?:^| )--pre"),
            "tar", Pattern.compile("--(?:to-command|checkpoint-action|use-compress|rsh)|(?:^| )-\\w*[IF]"),
            "sort", Pattern.compile("--compress"),
            "curl", Pattern.compile("(?:^| )(?:-\\w*K|--config)"),
            "mapfile", Pattern.compile("(?:^| )-\\w*C"),
            "wget", Pattern.compile("--(?:config|use-askpass|execute)|(?:^| )-\\w*e"));

    /** Builtins of the shell that evaluate what stands in the index of a list or in arithmetic. */
    private static final Set<String> EVALUATING =
            words("test [ let printf read mapfile declare typeset local export readonly unset wait");

    /** They check or format files, by a configuration that stands in the project's own folder. */
    private static final Set<String> CHECKING = words(
            "prettier eslint biome ruff black flake8 pylint mypy pyright tsc gofmt goimports golangci-lint rustfmt"
                + " shellcheck shfmt stylelint markdownlint markdownlint-cli2 yamllint actionlint hadolint"
                + " clang-format clang-tidy ktlint rubocop standardrb phpstan phpcs swiftformat swiftlint tflint typos"
                + " cspell codespell dprint oxlint vue-tsc svelte-check isort");

    /** Commands of other programs that do no more than that. */
    private static final Map<String, Pattern> CHECKS = Map.of(
            "go", Pattern.compile("(?:vet|fmt|version)\\b.*"),
            "cargo", Pattern.compile("fmt\\b.*"),
            "terraform", Pattern.compile("fmt\\b.*"));

    private static final Pattern FLAGS = Pattern.compile(
            "--|--?[\\w-]+=.*|-[wqlv]|--no-[\\w-]+"
                + "|--(?:fix|quiet|cache|check|write|strict|verbose|all|diff|noEmit|list-different|dry-run|fix-dry-run|preview)");

    private static final Pattern GIT_READS = Pattern.compile(
            "(?:-C [^ ]+ |--no-pager )*(?:diff|status|rev-parse|log|show|ls-files|ls-tree|symbolic-ref [^"
                + " ]+|merge-base|cat-file|rev-list|describe|name-rev|blame|grep|shortlog|check-ignore|diff-index|diff-tree|diff-files|config"
                + " --get|version|--version)\\b.*|(?:-C [^ ]+ |--no-pager )*(?:remote(?: -v| get-url [^ ]+)?|branch(?:"
                + " -[arv]+| --(?:show-current|list|all|remotes)| --(?:contains|merged|no-merged)(?:[ =][^ ]+)?)*)");

    private static final Pattern GIT_SHOWS = Pattern.compile("\\b(?:show|cat-file) .*:");

    private static final Set<String> SHELLS = words("sh bash dash ash zsh ksh");
    private static final Pattern INTERPRETERS = Pattern.compile(
            "python[\\d.]*|node|nodejs|ruby[\\d.]*|perl|php|lua[\\d.]*|deno|bun|tsx|ts-node|osascript|Rscript");

    /** Options in front of a script that make its interpreter load nothing more. */
    private static final Pattern HARMLESS = Pattern.compile(
            "--|-w|--no-warnings|--no-deprecation|--experimental-strip-types|-A|--allow-[\\w=./,-]+|--quiet|--silent");

    private static final Pattern HARMLESS_IN_PYTHON = Pattern.compile("-[BEIOSsuv]+");
    private static final Set<String> WRAPPERS =
            words("env timeout nice nohup exec command builtin setsid sudo stdbuf ionice xargs");

    /** Programs that run what a project tells them to, wherever they are installed. */
    private static final Pattern RUNNERS = Pattern.compile(
            "g?make|just|task|rake|bundle|cargo|go|gradle|mvn|sbt|npm|npx|pnpm|yarn|bun"
                + "|uv|poetry|pipenv|hatch|tox|nox|pre-commit|docker|docker-compose|nix|nix-shell|direnv|git|eval|pytest|jest|vitest");

    private KnownPrograms() {}

    private static Set<String> words(String text) {
        return Set.copyOf(List.of(text.split(" ")));
    }

    /** Whether a program loads nothing but the files that its words name. */
    static boolean onlyReads(String program, String arguments) {
        var running = RUNNING.get(program);
        return READING.contains(program)
                && (running == null || !running.matcher(arguments).find());
    }

    /** Whether a builtin of the shell runs a command that stands in one of its words. */
    static boolean evaluates(String program, String arguments) {
        return EVALUATING.contains(program)
                && arguments.contains("[")
                && (arguments.contains("$(") || arguments.contains("`"));
    }

    /** Whether a program checks or formats files, by a configuration in the project's own folder. */
    static boolean checks(String program, String arguments) {
        var command = CHECKS.get(program);
        return CHECKING.contains(program)
                || (command != null && command.matcher(arguments).matches());
    }

    /** Whether an option of a checker has no value. */
    static boolean isFlagOfChecker(String option) {
        return FLAGS.matcher(option).matches();
    }

    /** Whether git only reads, by its configuration. */
    static boolean isReadingGit(String program, String arguments) {
        return program.equals("git") && GIT_READS.matcher(arguments).matches();
    }

    /** Whether git shows files as they are in a commit or its index. */
    static boolean showsFiles(String arguments) {
        return GIT_SHOWS.matcher(arguments).find();
    }

    static boolean isShell(String program) {
        return SHELLS.contains(program);
    }

    static boolean isInterpreter(String program) {
        return INTERPRETERS.matcher(program).matches();
    }

    /** Whether an option in front of a script makes its interpreter load nothing more. */
    static boolean isHarmless(String interpreter, String option) {
        return HARMLESS.matcher(option).matches()
                || (interpreter.startsWith("python")
                        && HARMLESS_IN_PYTHON.matcher(option).matches());
    }

    /** Whether a program stands behind an option of its interpreter. */
    static boolean isInline(String interpreter, String option) {
        return switch (interpreter.replaceFirst("[\\d.]+$", "")) {
            case "python" -> option.equals("-c");
            case "php" -> option.equals("-r");
            case "perl", "ruby" -> option.matches("-[np]?[eE]");
            case "deno" -> option.equals("eval");
            default -> option.matches("-e|-p|-pe|--eval|--print");
        };
    }

    /** Whether the arguments of a program are another command. */
    static boolean isWrapper(String program) {
        return WRAPPERS.contains(program);
    }

    /** Whether a program runs what a project tells it to. */
    static boolean runsProjects(String program) {
        return RUNNERS.matcher(program).matches();
    }
}
