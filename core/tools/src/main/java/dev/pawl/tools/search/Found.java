package dev.pawl.tools.search;

import java.nio.file.Path;

/**
 * A file or directory that a search comes upon.
 *
 * @param text the path as text
 * @param name where the last name begins in it
 * @param folder whether it is a directory; a link to one is not, so that no search runs in circles
 */
record Found(Path path, String text, int name, boolean folder) {
    static Found in(Found folder, Path path, String name, boolean isFolder) {
        var start = folder.text.endsWith("/") ? folder.text : folder.text + "/";
        return new Found(path, start + name, start.length(), isFolder);
    }

    static Found root(Path path) {
        var text = path.toString();
        return new Found(path, text, text.lastIndexOf('/') + 1, true);
    }

    /** Returns the length of the path of a directory, with the slash behind it. */
    int prefix() {
        return text.endsWith("/") ? text.length() : text.length() + 1;
    }
}
