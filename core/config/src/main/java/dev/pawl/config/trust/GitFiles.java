package dev.pawl.config.trust;

import dev.pawl.base.GitSettings;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The files by which git is told to run a program where it only reads, and what it is not to see. */
final class GitFiles {
    private static final List<String> SETTINGS = List.of("config", "config.worktree");
    private static final List<String> OTHERS = List.of(
            "commondir", "info/attributes", "info/exclude", "hooks/post-index-change", "hooks/fsmonitor-watchman");

    /** What tells which content a name such as {@code HEAD:rules} has. */
    private static final List<String> NAMES = List.of("HEAD", "index", "packed-refs");

    private static final List<String> FOLDERS_OF_NAMES = List.of("refs", "reftable");

    private final Reach reach;

    GitFiles(Reach reach) {
        this.reach = reach;
    }

    /** Adds those of the project, and of the folders in which git may be called. */
    void add(Set<Path> folders) {
        ofFolder(reach.project);
        for (var folder : folders) {
            if (!reach.isProject(folder) && Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                ofFolder(folder);
            }
        }
    }

    /** Adds what decides about the files that git shows from its history. */
    void addHistory() {
        var git = reach.project.resolve(".git");
        NAMES.forEach(name -> reach.add(git.resolve(name), Extent.FILE));
        FOLDERS_OF_NAMES.forEach(name -> reach.add(git.resolve(name), Extent.WHOLE));
    }

    private void ofFolder(Path folder) {
        var git = folder.resolve(".git");
        reach.add(folder.resolve(".gitattributes"), Extent.FILE);
        reach.add(folder.resolve(".gitignore"), Extent.FILE);
        OTHERS.forEach(name -> reach.add(git.resolve(name), Extent.FILE));
        for (var name : SETTINGS) {
            var file = git.resolve(name);
            reach.add(file, Extent.FILE);
            try {
                var setting = GitSettings.unknown(
                        new String(RegularFile.read(file, Reach.LARGEST), StandardCharsets.ISO_8859_1));
                if (setting != null) {
                    reach.unknown("git, whose configuration has " + setting + ",");
                }
            } catch (NoSuchFileException e) {
                // It may come.
            } catch (IOException e) {
                reach.unknown("git, whose configuration cannot be read,");
            }
        }
        if (Files.exists(git.resolve("commondir")) || Files.exists(git.resolve("hooks/post-index-change"))) {
            reach.unknown("git, which runs a hook or takes another folder for its own,");
        }
    }
}
