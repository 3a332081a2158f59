package dev.pawl.policy.command;

import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Word;
import dev.pawl.api.tool.CallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The working directories that a script may be in: {@code cd} may succeed or fail, or be in a branch. */
final class WorkingFolders {
    private static final int MOST = 16;

    private final Path home;
    private final Map<String, String> environment;
    private final Set<Path> folders = new LinkedHashSet<>();
    private boolean known = true;

    WorkingFolders(Path cwd, Path home, Map<String, String> environment) {
        this.home = home;
        this.environment = environment;
        folders.add(cwd);
        addLogical(cwd, environment.get("PWD"));
    }

    /** A shell that is started in a folder takes the path that it inherits for it, and {@code cd ..} goes above that. */
    private void addLogical(Path cwd, @Nullable String inherited) {
        try {
            if (inherited != null && inherited.startsWith("/") && Files.isSameFile(Path.of(inherited), cwd)) {
                folders.add(Path.of(inherited).normalize());
            }
        } catch (IOException | InvalidPathException e) {
            // Then the shell does not take it, either.
        }
    }

    /** A copy, for a script that is analysed separately. */
    WorkingFolders copy() {
        var copy = new WorkingFolders(home, home, environment);
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
        if (!known) {
            return;
        }
        if (to == null) {
            add(home);
        } else if (to.tilde() && to.known()) {
            resolve(home, "." + to.text().substring(1));
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
     * Checks that git, called in one of the folders, finds no repository that configures programs.
     *
     * @param in the folder that an option of git names; null if there is none
     */
    void checkRepositories(@Nullable Word in, boolean compares) throws NotPlain {
        var inner = this;
        if (in != null) {
            inner = copy();
            inner.folders.clear();
            inner.known &= ReadingPrograms.isOneFile(in);
            for (var folder : folders) {
                inner.resolve(
                        in.tilde() ? home : folder, in.tilde() ? "." + in.text().substring(1) : in.text());
            }
        }
        if (!inner.known) {
            throw new NotPlain("in which folder git runs is only known then");
        }
        for (var folder : inner.folders) {
            // What git finds depends on the real folder, and not on the links that lead to it.
            var why = GitRepository.why(CallFile.of(folder).path(), environment, compares);
            if (why != null) {
                throw new NotPlain(why);
            }
        }
    }

    /** {@code cd} takes {@code ..} back from the path that it came by, and where that leads nowhere, as the kernel does. */
    private void resolve(Path folder, String to) {
        try {
            add(folder.resolve(to).normalize());
            add(KernelPath.of(folder, to));
        } catch (IOException | InvalidPathException e) {
            known = false;
        }
    }

    private void add(Path folder) {
        folders.add(folder);
        known &= folders.size() <= MOST;
    }
}
