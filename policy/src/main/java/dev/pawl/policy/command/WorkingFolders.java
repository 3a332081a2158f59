package dev.pawl.policy.command;

import dev.pawl.policy.shell.Word;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The working directories that a script may be in: {@code cd} may succeed or fail, or be in a branch. */
final class WorkingFolders {
    private static final int MOST = 8;

    private final Path home;
    private final Set<Path> folders = new LinkedHashSet<>();
    private boolean known = true;

    WorkingFolders(Path cwd, Path home) {
        this.home = home;
        folders.add(cwd);
    }

    /** A copy, for a script that is analysed separately. */
    WorkingFolders copy() {
        var copy = new WorkingFolders(home, home);
        copy.folders.clear();
        copy.folders.addAll(folders);
        copy.known = known;
        return copy;
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
            known &= words.stream()
                    .noneMatch(
                            word -> word.text().startsWith("-") && word.text().contains("P"));
            enter(words.size() == 1 ? null : words.getLast());
        }
    }

    /** Follows a program that is started in another folder. */
    void enter(@Nullable Word to) {
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

    /** The folders in which a program looks for its files if an option names another folder to work in. */
    WorkingFolders within(String name, List<Word> words) {
        boolean tar = name.endsWith("tar");
        if (!tar && !name.equals("git")) {
            return this;
        }
        var inner = copy();
        for (int i = 1; i < words.size(); i++) {
            var text = words.get(i).text();
            if (text.equals("-C") || text.equals("--directory") || text.equals("--cd")) {
                inner.enter(i + 1 < words.size() ? words.get(i + 1) : Word.ANY);
            } else if (tar
                    && text.matches("-C.+|--[dc][a-z]*=.*|-[a-zA-Z]*C" + (i == 1 ? "|[a-zA-Z]*C[a-zA-Z]*" : ""))) {
                inner.loseTrack();
            }
        }
        return inner;
    }

    /** Records that the folder is no longer known. */
    void loseTrack() {
        known = false;
    }

    /**
     * Whether git might use a bare repository inside of another one: its configuration may name programs, although it has no
     * folder {@code .git}.
     *
     * @param in the folder that an option of git names; null if there is none
     */
    boolean mayBeRepository(@Nullable Word in) {
        if (!known || (in != null && !in.exact() && !(in.tilde() && in.known()))) {
            return true;
        }
        for (var folder : folders) {
            try {
                var at = in == null
                        ? folder
                        : in.tilde()
                                ? home.resolve(in.text()
                                        .substring(Math.min(2, in.text().length())))
                                : folder.resolve(in.text());
                if (isBare(at.normalize())) {
                    return true;
                }
            } catch (InvalidPathException e) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBare(Path folder) {
        for (Path at = folder; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) {
                return false;
            }
            if (Files.exists(at.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS) && Files.exists(at.resolve("objects"))) {
                return true;
            }
        }
        return false;
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
