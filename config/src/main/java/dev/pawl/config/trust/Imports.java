package dev.pawl.config.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What programs name that they run with: files that they import, and files that they give to an interpreter. */
final class Imports {
    /** Paths of other files in a program: relative ones in quotes. */
    private static final Pattern QUOTED = Pattern.compile("[\"'`](\\.{1,2}/[^\"'`\\n]+)[\"'`]");

    private static final Pattern MODULES =
            Pattern.compile("(?m)^\\s*(?:from\\s+([\\w.]+)\\s+import|import\\s+([\\w., ]+))");

    /** A word behind the name of an interpreter is a script, whatever it is called. */
    private static final Pattern INTERPRETED = Pattern.compile(
            "(?:^|[\\s;|&(/])(?:(?:ba|z|da|k)?sh|python[\\d.]*|node|ruby|perl|php|lua|deno|bun|source|\\.)"
                    + "\\s+(?:-\\S+\\s+)*([^\\s;|&<>()]*(?:\\$\\([^)]*\\)[^\\s;|&<>()]*)?)");

    private static final Pattern SCRIPT_OF_SHELL = Pattern.compile("\\.(?:sh|bash|zsh)$");

    private Imports() {}

    /** The names of files that a program imports, from its folder; whether they are there is not looked at. */
    static List<String> of(String file, String text) {
        if (file.matches(".*\\.([mc]?[jt]sx?|java)")) {
            return ofJavaScript(text);
        }
        if (file.endsWith(".py")) {
            return ofPython(text);
        }
        return SCRIPT_OF_SHELL.matcher(file).find() || text.matches("(?s)#!\\S*(?:/env )?\\S*sh\\b.*")
                ? interpreted(text)
                : List.of();
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
