package dev.pawl.config.trust;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** How much of a path belongs to what trust covers. */
enum Extent {
    /** One file that is only written: nothing of it counts but that it can be. */
    RECORD(-1),
    /** A folder, and nothing of it but that it is there. */
    FOLDER(-1),
    /** One file, also while it is not there: it may come. */
    FILE(0),
    /** The modules of Python directly in a folder, which take the place of others of the same name. */
    MODULES(2),
    /** The files directly in a folder by which programs are configured: all but sources and prose. */
    CONFIGURATION(1),
    /** The files directly in a folder: links to programs. */
    DIRECT(1),
    /** A folder with all that is below it, but for the history of versions and for what hooks write beside their scripts. */
    WHOLE(Integer.MAX_VALUE);

    private static final Set<String> HISTORY = Set.of(".git", ".hg", ".svn");

    /** What hooks and programs write beside their scripts, and no program runs. */
    private static final List<String> RECORDS = List.of(".log", ".jsonl", ".jsonl.lock", ".pid");

    private static final Pattern SOURCES_AND_PROSE =
            Pattern.compile("(?i)\\.(?:[mc]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs"
                + "|php|swift|scala|lua|pl|ex|exs|html?|css|scss|vue|svelte|sql|md|txt|rst|adoc|csv|svg|png|jpe?g|gif|ico|pdf)$"
                + "|^LICEN[CS]E$");
    private static final Pattern CONFIGURES = Pattern.compile(
            "\\..*|.*\\.config\\..*|.*rc\\..*|(?:conftest|setup|noxfile)\\.py|build\\.rs|(?:gulp|Grunt)file\\..*|requirements.*\\.txt");

    private static final List<String> MODULES_OF_PYTHON = List.of(".py", ".pyc", ".pyd", ".so", ".pth", ".pyw", ".zip");

    private final int depth;

    Extent(int depth) {
        this.depth = depth;
    }

    /** Whether files so many names below the path may belong to it. */
    boolean reaches(int names) {
        return names <= depth;
    }

    /** Whether the history of versions is in a folder of this name: programs write it, and no hook runs it. */
    static boolean isHistory(Path folder) {
        return HISTORY.contains(String.valueOf(folder.getFileName()));
    }

    /** Whether a file belongs to it, or would if it were there. */
    boolean has(Path top, Path file) {
        int names = file.getNameCount() - top.getNameCount();
        if (!file.startsWith(top) || !reaches(names) || (names == 0 && depth == 1)) {
            return false;
        }
        for (var above = file.getParent();
                above != null && !above.equals(top) && names > 0;
                above = above.getParent()) {
            if (isHistory(above)) {
                return false;
            }
        }
        var name = String.valueOf(file.getFileName());
        return switch (this) {
            case RECORD, FOLDER -> false;
            case FILE, DIRECT -> true;
            case WHOLE -> !isRecord(name);
            case CONFIGURATION ->
                CONFIGURES.matcher(name).matches()
                        || !(isRecord(name) || SOURCES_AND_PROSE.matcher(name).find());
            case MODULES -> isModule(top, file, name);
        };
    }

    private static boolean isRecord(String name) {
        return RECORDS.stream().anyMatch(name::endsWith);
    }

    private static boolean isModule(Path folder, Path file, String name) {
        var parent = file.getParent();
        if (parent == null || file.equals(folder)) {
            return false;
        }
        boolean module = MODULES_OF_PYTHON.stream().anyMatch(name::endsWith);
        return folder.equals(parent)
                ? module
                : (module && name.startsWith("__init__.")) || parent.endsWith("__pycache__");
    }
}
