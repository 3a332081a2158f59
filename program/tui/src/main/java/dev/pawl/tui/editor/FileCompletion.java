package dev.pawl.tui.editor;

import dev.pawl.api.ui.Autocompletion.Item;
import dev.pawl.api.ui.Autocompletion.Suggestions;
import dev.pawl.base.Fuzzy;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Completes names of files: any below the working directory after an {@code @}, paths step by step otherwise. */
final class FileCompletion {
    /** Of what is searched, the best are shown; of the names in a folder, all. */
    private static final int SHOWN = 20;

    /** The beginning of a path that a variable of the environment names. */
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)})(?=/)");

    private final Path cwd;
    private final Map<String, String> environment;
    private final FileWalk walk;

    FileCompletion(Path cwd, Map<String, String> environment, Completions.Listing listing) {
        this.cwd = cwd;
        this.environment = environment;
        this.walk = new FileWalk(cwd, listing);
    }

    @Nullable
    Suggestions suggest(String before, boolean forced) throws InterruptedException {
        var word = word(before);
        if (word.startsWith("@")) {
            var query = word.substring(1).replace("\"", "");
            var items = isPath(query) || isFolder(query) ? step(query, "@") : search(query);
            return items.isEmpty() ? null : new Suggestions(word, items);
        }
        if (!forced) {
            return null;
        }
        var items = step(word.replace("\"", ""), "");
        return items.isEmpty() ? null : new Suggestions(word, items);
    }

    /** Returns what is between the last space and the cursor; quotes hold words together. */
    private static String word(String before) {
        int quote = before.lastIndexOf('"');
        boolean open = before.chars().filter(c -> c == '"').count() % 2 == 1;
        if (open) {
            return before.substring(quote > 0 && before.charAt(quote - 1) == '@' ? quote - 1 : quote);
        }
        int start = before.length();
        while (start > 0 && " \t'=(".indexOf(before.charAt(start - 1)) < 0) {
            start--;
        }
        return before.substring(start);
    }

    private static boolean isPath(String query) {
        return query.startsWith("/")
                || query.startsWith("~/")
                || query.startsWith("$")
                || query.startsWith("./")
                || query.startsWith("../");
    }

    /** Returns whether a folder is written in full, so that what is in it comes next and not the folder again. */
    private boolean isFolder(String query) {
        try {
            return query.endsWith("/") && Files.isDirectory(cwd.resolve(query));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private List<Item> search(String query) throws InterruptedException {
        var found = Fuzzy.best(walk.paths(), query, path -> path);
        // Where paths have the text itself, those that only have its letters somewhere are noise.
        var text = query.toLowerCase(Locale.ROOT);
        var whole = found.stream()
                .filter(path -> path.toLowerCase(Locale.ROOT).contains(text))
                .toList();
        found = whole.isEmpty() ? found : whole;
        var items = new ArrayList<Item>();
        for (var path : found.subList(0, Math.min(SHOWN, found.size()))) {
            int slash = path.lastIndexOf('/', path.length() - 2);
            items.add(new Item(
                    quoted("@", path), path.substring(slash + 1), slash < 0 ? null : path.substring(0, slash)));
        }
        return items;
    }

    /** The entries of the directory that is written so far, as far as their names begin like the rest. */
    private List<Item> step(String written, String mark) {
        int slash = written.lastIndexOf('/');
        var directory = written.substring(0, slash + 1);
        var start = written.substring(slash + 1).toLowerCase(Locale.ROOT);
        var found = new ArrayList<Item>();
        try (var entries = Files.newDirectoryStream(resolve(directory))) {
            for (var entry : entries) {
                var name = entry.getFileName().toString();
                boolean hidden = name.startsWith(".") && !start.startsWith(".");
                if (!hidden && name.toLowerCase(Locale.ROOT).startsWith(start) && harmless(name)) {
                    var shown = Files.isDirectory(entry) ? name + "/" : name;
                    found.add(new Item(quoted(mark, directory + shown), shown, null));
                }
            }
        } catch (IOException | DirectoryIteratorException | InvalidPathException e) {
            return List.of();
        }
        found.sort(
                Comparator.comparing((Item item) -> !item.label().endsWith("/")).thenComparing(Item::label));
        return found;
    }

    private Path resolve(String directory) {
        var named = directory.startsWith("~/") ? "$HOME" + directory.substring(1) : directory;
        var variable = VARIABLE.matcher(named);
        if (!variable.lookingAt()) {
            return cwd.resolve(directory);
        }
        var name = variable.group(1) == null ? variable.group(2) : variable.group(1);
        var usual = name.equals("HOME") ? System.getProperty("user.home") : directory;
        return cwd.resolve(environment.getOrDefault(name, usual) + named.substring(variable.end()));
    }

    /** A name that would be shown otherwise than it is cannot be chosen. */
    static boolean harmless(String name) {
        return Untrusted.line(name).equals(name);
    }

    private static String quoted(String mark, String path) {
        return path.indexOf(' ') < 0 ? mark + path : mark + '"' + path + (path.endsWith("/") ? "" : "\"");
    }

    /** The files below a directory that can be named, as they were a moment ago. */
    private static final class FileWalk {
        private static final int MOST = 50_000;
        private static final long FRESH = TimeUnit.SECONDS.toNanos(5);

        private final Path root;
        private final Completions.Listing listing;
        private List<String> paths = List.of();
        private long readAt;
        private boolean read;

        FileWalk(Path root, Completions.Listing listing) {
            this.root = root;
            this.listing = listing;
        }

        /** Paths relative to the directory, folders with a slash at their end. */
        synchronized List<String> paths() throws InterruptedException {
            if (!read || System.nanoTime() - readAt > FRESH) {
                paths = listing.below(root, MOST).stream()
                        .filter(FileCompletion::harmless)
                        .toList();
                readAt = System.nanoTime();
                read = true;
            }
            return paths;
        }
    }
}
