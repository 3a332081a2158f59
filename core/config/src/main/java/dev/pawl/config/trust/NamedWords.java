package dev.pawl.config.trust;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words of a text that may name files which it runs, loads or decides by, in whatever language it is written.
 *
 * <p>In the text of a shell these are all words, but those of programs that are known to take files as data only. In other
 * languages they are what stands in quotes on lines that load, run or read something, and behind words that import.
 */
final class NamedWords {
    /** Programs for which files are data: they write, print, compare or check them. */
    private static final Set<String> OF_DATA =
            Set.of(("if then else elif fi do while until case esac in { } ! [ [[ ]] ] : test true false return exit"
                + " set shift local export readonly unset declare trap cd pushd popd pwd echo printf read wait sleep"
                + " kill date mktemp basename dirname realpath readlink mkdir rmdir rm cp mv ln touch chmod chown tee"
                + " cat head tail wc sort uniq cut tr paste nl tac rev column comm diff cmp ls tree du df stat file"
                + " md5sum sha1sum sha256sum grep egrep fgrep rg sed jq yq find git gh curl wget tar gzip gunzip zip"
                + " unzip logger notify-send osascript say afplay paplay awk gawk mawk npm npx pnpm pnpx yarn bunx uvx"
                + " go prettier eslint biome ruff black flake8 pylint mypy pyright tsc gofmt goimports golangci-lint"
                + " rustfmt cargo shellcheck shfmt stylelint markdownlint yamllint actionlint hadolint clang-format"
                + " clang-tidy ktlint rubocop standardrb phpstan phpcs swiftformat swiftlint terraform tflint typos"
                + " cspell codespell dprint oxlint mvn gradle javac kotlinc pytest jest vitest mocha playwright turbo"
                + " nx vue-tsc svelte-check vite webpack rollup esbuild isort rspec phpunit composer tox nox"
                + " pre-commit")
                    .split(" "));

    /** With these words programs of the list run or load files all the same. */
    private static final Map<String, Pattern> RUNNING = Map.ofEntries(
            Map.entry("grep", Pattern.compile("\\s-\\w*f|\\s--file")),
            Map.entry("egrep", Pattern.compile("\\s-\\w*f|\\s--file")),
            Map.entry("fgrep", Pattern.compile("\\s-\\w*f|\\s--file")),
            Map.entry("rg", Pattern.compile("\\s-\\w*f|\\s--file|--pre")),
            Map.entry("sed", Pattern.compile("\\s-\\w*f|\\s--file")),
            Map.entry("jq", Pattern.compile("\\s-\\w*[fL]|--from-file|file|import|include")),
            Map.entry("find", Pattern.compile("\\s-(?:exec|ok)")),
            Map.entry("go", Pattern.compile("\\s(?:run|generate)\\s")),
            Map.entry("mvn", Pattern.compile("\\s-\\w*f|--file")),
            Map.entry("kotlinc", Pattern.compile("-script")),
            Map.entry("awk", Pattern.compile("\\s-\\w*[fi]|--file")),
            Map.entry("gawk", Pattern.compile("\\s-\\w*[fi]|--file")),
            Map.entry("mawk", Pattern.compile("\\s-\\w*[fi]|--file")));

    private static final Pattern BETWEEN_PIPELINES = Pattern.compile("&&|\\|\\||[;\\n]|&(?![>\\d])");
    /** Comments, and the patterns of a case. */
    private static final Pattern UNREAD =
            Pattern.compile("(?m)^[ \\t]*#(?!!).*$|^[ \\t]*[^()|\\s]+(?:[ \\t]*\\|[ \\t]*[^()|\\s]+)*\\)(?=\\s)");

    private static final Pattern OUTPUT = Pattern.compile("\\d*&?>{1,2}\\|?\\s*[^\\s;|&<>()]+");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"'`;|&<>()=,\\[\\]{}]+");
    private static final Pattern KEYWORDS =
            Pattern.compile("(^\\s*|[|(`{]\\s*)(?:(?:!|if|then|elif|else|while|until|do|time|\\{)\\s+)+");
    /** Ways to start an installed program by its name. */
    private static final Pattern STARTS = Pattern.compile(
            "(^\\s*|[|(`{]\\s*)(?:python[\\d.]*\\s+-m|php(?=\\s+\\S*vendor/bin/)|xargs(?:\\s+-\\S+)*"
                + "|(?:uv|poetry|pipenv|hatch)\\s+run|(?:bundle|pnpm|npm|yarn)\\s+exec(?:\\s+--)?)\\s+(?=\\S*[A-Za-z])");

    private static final Pattern LOOP = Pattern.compile("\\s*for\\s.*");
    private static final Pattern ASSIGNMENT = Pattern.compile("\\s*\\w+=\\S*\\s*");

    private static final Pattern LOADS =
            Pattern.compile("(?i)(?:open|read|load|requir|import|includ|source|exec|spawn|system"
                    + "|run|eval|dofile|popen|\\buse\\b|\\blib\\b|path\\.(?:insert|append|join|resolve)|URL|`)");
    private static final Pattern IMPORTS =
            Pattern.compile("\\b(?:import|from|require|include|use|require_relative|load)\\b[ \\t]+"
                    + "([A-Za-z_][\\w.:/]*(?:[ \\t]*,[ \\t]*[A-Za-z_][\\w.]*)*)");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"\\n]*)\"|'([^'\\n]*)'|`([^`\\n]*)`");
    private static final Pattern WORD = Pattern.compile("[\\w./@#][\\w./:@ #+-]{0,200}");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^}]*}/?|#\\{[^}]*}/?|\\{\\w+}/");

    private NamedWords() {}

    /** A text without lines of comment and the patterns of a case, which name files that do not run. */
    static String code(String text) {
        return UNREAD.matcher(text).replaceAll("");
    }

    /** The words of a text as a shell reads it. */
    static Set<String> ofShell(String text) {
        var named = new LinkedHashSet<String>();
        var loops = new ArrayList<String>();
        boolean runsVariables = false;
        for (var pipeline : BETWEEN_PIPELINES.split(text.replace("\\\n", " "), -1)) {
            if (LOOP.matcher(pipeline).matches() || ASSIGNMENT.matcher(pipeline).matches()) {
                loops.add(pipeline);
            } else if (!isOfData(pipeline)) {
                named.addAll(words(pipeline));
                runsVariables |= pipeline.indexOf('$') >= 0;
            }
        }
        if (runsVariables) {
            loops.forEach(loop -> named.addAll(words(loop)));
        }
        return named;
    }

    private static boolean isOfData(String pipeline) {
        return Imports.programs(STARTS.matcher(KEYWORDS.matcher(pipeline).replaceAll("$1"))
                        .replaceAll("$1"))
                .stream()
                .allMatch(word -> {
                    var plain = word.replaceAll("[\"'\\\\]", "");
                    var name = plain.substring(plain.lastIndexOf('/') + 1);
                    var running = RUNNING.get(name);
                    return OF_DATA.contains(name)
                            && (running == null || !running.matcher(pipeline).find());
                });
    }

    private static List<String> words(String pipeline) {
        return BETWEEN_WORDS
                .splitAsStream(OUTPUT.matcher(pipeline).replaceAll(" "))
                .map(word -> word.replaceFirst("^(?:@|-I|-[A-Za-z](?=.*[/.]))", ""))
                .filter(word -> !word.isEmpty() && !word.startsWith("#"))
                .toList();
    }

    /** The words of a program in any language; each may also be the name of a module. */
    static Set<String> ofProgram(String text) {
        var named = new LinkedHashSet<String>();
        text.lines().forEach(line -> {
            if (!LOADS.matcher(line).find()) {
                return;
            }
            IMPORTS.matcher(line)
                    .results()
                    .forEach(
                            found -> named.addAll(List.of(found.group(1).strip().split("[\\s,]+", -1))));
            var parts = new ArrayList<String>();
            QUOTED.matcher(line).results().forEach(found -> {
                for (int group = 1; group <= 3; group++) {
                    if (found.group(group) != null) {
                        var part = VARIABLE.matcher(found.group(group)).replaceAll("");
                        parts.add(part);
                        named.addAll(List.of(part.split("\\s+", -1)));
                    }
                }
            });
            if (parts.size() > 1) {
                named.add(String.join("/", parts));
            }
        });
        named.removeIf(word -> !WORD.matcher(word).matches());
        return named;
    }
}
