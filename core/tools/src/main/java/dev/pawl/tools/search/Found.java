package dev.pawl.tools.search;

import java.nio.file.Path;

/**
 * A file or directory that a search comes upon.
 *
 * @param text the path as text
 * @param name where the last name begins in it
 */
record Found(Path path, String text, int name, Kind kind) {
    enum Kind {
        FILE,
        FOLDER,
        /** A link is named but never followed, so that no search runs in circles. */
        LINK,
        OTHER
    }

    boolean isFolder() {
        return kind == Kind.FOLDER;
    }

    static Found in(Found folder, Path path, String name, Kind kind) {
        var start = folder.text.endsWith("/") ? folder.text : folder.text + "/";
        return new Found(path, start + name, start.length(), kind);
    }

    static Found root(Path path, Kind kind) {
        var text = path.toString();
        return new Found(path, text, text.lastIndexOf('/') + 1, kind);
    }

    /** How long the path of a directory is, with the slash behind it. */
    int prefix() {
        return text.endsWith("/") ? text.length() : text.length() + 1;
    }
}
