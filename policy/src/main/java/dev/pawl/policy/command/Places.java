package dev.pawl.policy.command;

import dev.pawl.policy.shell.Word;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The working directories that a script may be in: {@code cd} may succeed or fail, or stand in a branch. */
final class Places {
    private static final int MOST = 8;

    private final Path home;
    private final Set<Path> folders = new LinkedHashSet<>();
    private boolean known = true;

    Places(Path cwd, Path home) {
        this.home = home;
        folders.add(cwd);
    }

    List<Path> folders() {
        return known ? List.copyOf(folders) : List.of();
    }

    /** Follows a command that changes the working directory; the folders before it stay possible. */
    void follow(List<Word> words) {
        var name = words.getFirst().text();
        if (name.equals("popd") || name.equals("pushd")) {
            known = false;
        } else if (name.equals("cd")) {
            var to = words.size() == 1 ? null : words.getLast();
            if (to == null || (to.tilde() && to.known())) {
                add(
                        to == null || to.text().length() < 2
                                ? home
                                : home.resolve(to.text().substring(2)));
            } else if (!to.exact() || to.text().startsWith("-")) {
                known = false;
            } else {
                for (var folder : List.copyOf(folders)) {
                    resolve(folder, to.text());
                }
            }
        }
    }

    private void resolve(Path folder, String to) {
        try {
            add(folder.resolve(to).normalize());
        } catch (InvalidPathException e) {
            known = false;
        }
    }

    private void add(Path folder) {
        folders.add(folder);
        known &= folders.size() <= MOST;
    }
}
