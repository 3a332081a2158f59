package dev.pawl.config.trust;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a program in any language but the shell's names: files and modules that it loads or reads, and commands that it
 * starts. Names are looked for on lines that load, run or read something.
 */
final class ProgramText {
    private static final Pattern LOADS = Pattern.compile(
            "(?i)(?:open|read|load|requir|import|getline|\\bfrom\\b|includ|source|exec|spawn|system|script"
                + "|run|eval|dofile|popen|\\buse\\b|\\blib\\b|path\\.(?:insert|append|join|resolve)|URL|`|addsitedir)");
    private static final Pattern IMPORTS =
            Pattern.compile("\\b(?:import|from|require|include|use|require_relative|load)\\b[ \\t]+"
                    + "([A-Za-z_][\\w.:/]*(?:[ \\t]*,[ \\t]*[A-Za-z_][\\w.]*)*)(?:[ \\t]+import[ \\t]+([\\w, \\t]+))?");
    private static final Pattern PACKAGES =
            Pattern.compile("(?:\\bfrom|\\bimport|\\brequire(?:\\.resolve)?\\s*\\(|\\bimport\\s*\\()\\s*"
                    + "[\"'`]((?:@[^/\"'`]+/)?[^./\"'`#][^/\"'`]*)[^\"'`\\n]*[\"'`]");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"\\n]*)\"|'([^'\\n]*)'|`([^`\\n]*)`");
    private static final Pattern WORD = Pattern.compile("[\\w./@#*][\\w./:@ #+*-]{0,200}");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^}]*}/?|#\\{[^}]*}/?|\\{\\w+}/");
    private static final Pattern STARTS = Pattern.compile("(?:subprocess\\.(?:run|call|Popen|check_\\w+|getoutput)"
        + "|\\bos\\.(?:system|popen|exec\\w*|spawn\\w*)|(?<!\\.)\\bexec|\\b(?:cp|child_process|childProcess)\\.exec"
        + "|\\bexec(?:Sync|File|FileSync)|\\bspawn(?:Sync)?|(?<!\\.)\\b(?:system|popen|shell_exec|passthru|proc_open)|Open3\\.\\w+|\\$)\\s*[(`]|do"
        + " shell script|\\bqx\\b|(?<!\\.)\\bsystem\\s+[\"']");
    private static final Pattern CALL = Pattern.compile("\\A[^)]{0,500}");
    private static final Pattern LISTS = Pattern.compile(
            "(?:\\bwalk|\\br?glob|readdir\\w*|listdir|scandir|iterdir|discover|iter_modules)\\s*\\(|\\bDir\\s*\\[");
    private static final Pattern OWN_FOLDER =
            Pattern.compile("__dirname|__file__|__DIR__|__dir__|import\\.meta|FindBin");

    private ProgramText() {}

    /** The words that may name files, folders and modules. */
    static Set<String> names(String text) {
        var named = new LinkedHashSet<String>();
        text.lines()
                .filter(line ->
                        LOADS.matcher(line).find() || LISTS.matcher(line).find())
                .forEach(line -> {
                    IMPORTS.matcher(line).results().forEach(found -> {
                        var modules = List.of(found.group(1).strip().split("[\\s,]+", -1));
                        named.addAll(modules);
                        if (found.group(2) != null) {
                            for (var name : found.group(2).strip().split("[\\s,]+", -1)) {
                                named.add(modules.getLast() + "." + name);
                            }
                        }
                    });
                    var parts = quoted(line);
                    parts.forEach(part -> named.addAll(List.of(part.split("\\s+", -1))));
                    if (parts.size() > 1) {
                        named.add(String.join("/", parts));
                    }
                });
        named.removeIf(word -> !WORD.matcher(word).matches());
        // TypeScript writes a name with the ending that the file has once it is compiled.
        List.copyOf(named).forEach(word -> named.add(word.replaceFirst("\\.([mc]?)js$", ".$1ts")));
        return named;
    }

    private static List<String> quoted(String line) {
        return QUOTED.matcher(line)
                .results()
                .map(found -> Stream.of(1, 2, 3)
                        .map(found::group)
                        .filter(group -> group != null)
                        .findFirst()
                        .orElse(""))
                .flatMap(part -> {
                    var known = VARIABLE.matcher(part).replaceAll("");
                    var open = part.replaceFirst("/[^/]*[$#]\\{.*", "");
                    return open.equals(part) || open.isEmpty() ? Stream.of(known) : Stream.of(known, open);
                })
                .toList();
    }

    /** The packages of Node that are imported by their names. */
    static List<String> packages(String text) {
        return PACKAGES.matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.startsWith("node:"))
                .distinct()
                .toList();
    }

    /** The texts in each call that starts a program: the words of a command, or a whole one in one text. */
    static List<List<String>> started(String text) {
        return STARTS.matcher(text)
                .results()
                .map(found -> {
                    var call = CALL.matcher(text.substring(found.end() - 1));
                    return quoted(call.find() ? call.group() : "").stream()
                            .filter(part -> !part.isBlank())
                            .toList();
                })
                .toList();
    }

    /** Whether it looks for files in a folder that it does not name, and that is not its own. */
    static boolean searches(String text) {
        return text.lines()
                .anyMatch(line -> LISTS.matcher(line).find()
                        && (line.contains("..") || !OWN_FOLDER.matcher(line).find())
                        && quoted(line).stream().noneMatch(part -> part.matches("[\\w@-].*/.*|[\\w@-][^*?]*")));
    }
}
