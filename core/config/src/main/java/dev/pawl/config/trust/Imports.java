package dev.pawl.config.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What programs name that they run with: files that they import, and files that they give to an interpreter. */
final class Imports {
    /** Paths of other files in a program: relative ones in quotes. */
    private static final Pattern QUOTED = Pattern.compile("[\"'`](\\.{1,2}/[^\"'`\\n]+)[\"'`]");

    /** The folder of a file whose name is only known when it is imported. */
    private static final Pattern FOLDER = Pattern.compile(
            "\\b(?:import|require)\\s*\\(\\s*(?:`(\\.{1,2}/[^`$\\n]*)\\$\\{|[\"'](\\.{1,2}/[^\"'`\\n]*)[\"']\\s*\\+)");

    private static final Pattern MODULES =
            Pattern.compile("(?m)^\\s*(?:from\\s+([\\w.]+)\\s+import|import\\s+([\\w., ]+))");

    /** A word behind the name of an interpreter is a script, whatever it is called. */
    private static final Pattern INTERPRETED = Pattern.compile(
            "(?:^|[\\s;|&(/])(?:(?:ba|z|da|k)?sh|python[\\d.]*|node|ruby|perl|php|lua|deno|bun|source|\\.)"
                    + "(?=[ \\t]+(?:-\\S+[ \\t]+)*([^\\s;|&<>()]*(?:\\$\\([^)]*\\)[^\\s;|&<>()]*)?))");

    private static final Pattern SCRIPT_OF_SHELL = Pattern.compile("\\.(?:sh|bash|zsh)$");

    /** The first word of each command, behind words that stand before a command. */
    private static final Pattern PROGRAM = Pattern.compile(
            "(?:^|[;|&({}!`\\n"
                + "]|\\b(?:then|do|else|elif|if|while|until|exec|env|sudo"
                + "|nohup|xargs|command|builtin|time|nice|setsid|flock|timeout\\s+\\S+)\\s)[@\\s-]*(?:\\w+=\\S*\\s+)*([^\\s;|&<>(){}]+)");

    private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\([^()]*\\)|`[^`\\n]*`");
    private static final Pattern PACKAGE = Pattern.compile(
            "(?:\\bfrom|\\bimport|\\brequire(?:\\.resolve)?\\s*\\(|\\bimport\\s*\\()\\s*[\"'`]((?:@[^/\"'`]+/)?[^./\"'`][^/\"'`]*)[^\"'`\\n"
                + "]*[\"'`]");
    private static final Pattern ON_PATH = Pattern.compile("(?m)^.*(?:sys\\.path|site\\.addsitedir|spec_from_file).*$");
    private static final Pattern ANY_QUOTED = Pattern.compile("[\"']([^\"'\\n]+)[\"']");
    private static final Pattern NAME = Pattern.compile("[a-z][\\w.+-]*");

    private Imports() {}

    /** A text with its quotes removed, and a variable in the place of what another command returns. */
    static String plain(String text) {
        var plain = text.replace("\\\n", " ");
        for (var before = ""; !before.equals(plain); ) {
            before = plain;
            plain = SUBSTITUTION.matcher(plain).replaceAll("\\$_");
        }
        // What substitutions run is kept behind it.
        var inner = new StringBuilder(plain);
        SUBSTITUTION.matcher(text).results().forEach(found -> inner.append('\n').append(inside(found.group())));
        return inner.toString().replaceAll("[\"'\\\\]", "");
    }

    private static String inside(String substitution) {
        return substitution.startsWith("`")
                ? substitution.substring(1, substitution.length() - 1)
                : substitution.substring(2, substitution.length() - 1);
    }

    /** The programs that a plain text runs. */
    static List<String> programs(String plain) {
        return PROGRAM.matcher(plain)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    /** Whether a word can be the name of an installed program. */
    static boolean isProgramName(String word) {
        return NAME.matcher(word).matches();
    }

    static boolean isPython(String file, String text) {
        return file.endsWith(".py") || text.matches("(?s)#![^\\n]*\\bpython.*");
    }

    static boolean isShell(String file, String text) {
        return SCRIPT_OF_SHELL.matcher(file).find()
                || text.matches("(?s)#!\\S*(?:/env (?:-S )?)?\\S*sh\\b.*")
                || !(file.matches(".*\\.\\w+") || text.startsWith("#!"));
    }

    /** Folders that a program of Python adds to those that it imports from. */
    static List<String> folders(String text) {
        var names = new ArrayList<String>();
        ON_PATH.matcher(text)
                .results()
                .forEach(
                        line -> ANY_QUOTED.matcher(line.group()).results().forEach(found -> names.add(found.group(1))));
        return names;
    }

    /** The packages that a program in JavaScript or TypeScript imports by their names. */
    static List<String> packages(String file, String text) {
        return file.matches(".*\\.[mc]?[jt]sx?") || text.matches("(?s)#![^\\n]*\\b(?:node|bun|deno|tsx)\\b.*")
                ? PACKAGE.matcher(text)
                        .results()
                        .map(found -> found.group(1))
                        .filter(name -> !name.startsWith("node:"))
                        .distinct()
                        .toList()
                : List.of();
    }

    /** The names of files that a program imports, from its folder; whether they are there is not looked at. */
    static List<String> of(String file, String text) {
        if (file.matches(".*\\.([mc]?[jt]sx?|java)")) {
            return ofJavaScript(text);
        }
        if (file.endsWith(".py")) {
            return ofPython(text);
        }
        if (text.matches("(?s)#![^\\n]*\\b(?:node|bun|deno|tsx)\\b.*")) {
            return ofJavaScript(text);
        }
        return ANY_QUOTED
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(name -> name.matches("[\\w./-]+"))
                .distinct()
                .toList();
    }

    /** The folders from which a program in JavaScript or TypeScript imports files by names that it puts together. */
    static List<String> openFolders(String text) {
        var names = new ArrayList<String>();
        FOLDER.matcher(text).results().forEach(found -> {
            var prefix = found.group(1) == null ? found.group(2) : found.group(1);
            names.add(prefix.substring(0, prefix.lastIndexOf('/')));
        });
        return names;
    }

    private static List<String> ofJavaScript(String text) {
        var names = new ArrayList<String>();
        QUOTED.matcher(text).results().map(found -> found.group(1)).forEach(name -> {
            names.add(name);
            // A name that TypeScript writes with the ending that it has when it is compiled.
            names.add(name.replaceFirst("\\.([mc]?)js$", ".$1ts"));
        });
        return names;
    }

    /** Also modules that are not there yet: one beside the program takes the place of one of Python's own. */
    private static List<String> ofPython(String text) {
        var names = new ArrayList<String>();
        MODULES.matcher(text).results().forEach(found -> {
            var modules = found.group(1) == null ? found.group(2) : found.group(1);
            for (var module : modules.split(",", -1)) {
                var path = module.strip().split(" ", 2)[0].replace('.', '/');
                if (!path.isEmpty()) {
                    names.add(path + ".py");
                    names.add(path + "/__init__.py");
                }
            }
        });
        return names;
    }

    /** The words that a command gives to interpreters; of one behind a variable or a command, what is behind its last slash, too. */
    static List<String> interpreted(String command) {
        var names = new ArrayList<String>();
        INTERPRETED.matcher(command).results().map(found -> found.group(1)).forEach(word -> {
            var plain = word.replaceAll("[\"']", "");
            names.add(plain);
            if (plain.startsWith("$")) {
                names.add(plain.substring(plain.lastIndexOf('/') + 1));
            }
        });
        return names;
    }
}
