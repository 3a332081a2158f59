package dev.pawl.ai.demo;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The content of a folder according to a listing. */
final class FolderView {
    private static final int SHOWN = 15;

    private final List<String> folders = new ArrayList<>();
    private final List<String> files = new ArrayList<>();

    FolderView(Step listing) {
        var names = new LinkedHashSet<String>();
        for (var line : listing.lines()) {
            var name = line.strip();
            name = name.startsWith("./") ? name.substring(2) : name;
            // A search that goes deeper also lists what is here.
            int slash = name.indexOf('/');
            names.add(slash >= 0 ? name.substring(0, slash + 1) : name);
        }
        names.remove("");
        for (var name : names) {
            if (name.endsWith("/")) {
                folders.add(name);
            } else {
                files.add(name);
            }
        }
    }

    boolean isEmpty() {
        return folders.isEmpty() && files.isEmpty();
    }

    String count() {
        return count(folders.size(), "folder") + " and " + count(files.size(), "file");
    }

    private static String count(int number, String thing) {
        return number == 0 ? "no " + thing + "s" : number == 1 ? "one " + thing : number + " " + thing + "s";
    }

    String list() {
        var list = new StringBuilder();
        bullet(list, "folders", folders);
        bullet(list, "files", files);
        return list.toString().strip();
    }

    private static void bullet(StringBuilder list, String title, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        list.append("- ").append(title).append(": ");
        for (int i = 0; i < Math.min(names.size(), SHOWN); i++) {
            list.append(i == 0 ? "" : ", ").append('`').append(names.get(i)).append('`');
        }
        list.append(names.size() > SHOWN ? " … and " + (names.size() - SHOWN) + " more\n" : "\n");
    }

    /** The file that describes best what the folder is about; null if none stands out. */
    @Nullable
    String mostDescriptive(Phrases kinds) {
        var readme = find("README");
        if (readme != null) {
            return readme;
        }
        for (var kind : kinds.names()) {
            if (!kind.endsWith("/") && files.contains(kind)) {
                return kind;
            }
        }
        return null;
    }

    /** A file by its name, or by how its name begins, without regard to case; null if it is not here. */
    @Nullable
    String find(String name) {
        var wanted = name.toLowerCase(Locale.ROOT);
        String found = null;
        for (var file : files) {
            var candidate = file.toLowerCase(Locale.ROOT);
            if (file.equals(name)) {
                return file;
            }
            if (candidate.equals(wanted) || (candidate.startsWith(wanted + ".") && found == null)) {
                found = file;
            }
        }
        return found;
    }

    boolean has(String name) {
        return files.contains(name) || folders.contains(name) || folders.contains(name + "/");
    }

    /** What the names of the entries show, one line each. */
    List<String> signs(Phrases kinds) {
        var signs = new ArrayList<String>();
        for (var kind : kinds.names()) {
            if (has(kind)) {
                signs.add("- `" + kind + "`: " + kinds.text(kind));
            }
        }
        return signs;
    }
}
