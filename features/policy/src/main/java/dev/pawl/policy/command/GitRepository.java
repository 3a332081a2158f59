package dev.pawl.policy.command;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether git, called in a folder to read, could run a program that the repository configures: a filter, a monitor,
 * a converter, a hook, a program for signatures. Only settings that are known to name none are accepted.
 */
final class GitRepository {
    private static final int LARGEST = 1 << 20;
    private static final int LARGEST_INDEX = 64 << 20;

    /** Sections and names of settings that name no program, in small letters. */
    private static final Pattern HARMLESS =
            Pattern.compile("core\\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase"
                + "|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|longpaths|untrackedcache|preloadindex"
                + "|fscache|hidedotfiles|commentchar|whitespace|compression|sparsecheckout|sparsecheckoutcone)"
                + "|remote\\.(url|pushurl|fetch|push|tagopt|prune|prunetags|gh-resolved|mirror|skipfetchall)"
                + "|branch\\.(remote|merge|rebase|pushremote|description|autosetupmerge|autosetuprebase|sort|vscode-merge-base|gh-merge-base|github-pr-owner-number)"
                + "|user\\.(name|email|signingkey)|author\\.(name|email)|committer\\.(name|email)"
                + "|(color|advice|pull|push|fetch|rebase|merge|rerere|gc|status|commit|tag|index|pack|feature|column|i18n)"
                + "\\.(ui|branch|diff|status|interactive|grep|rebase|ff|default|autosetupremote|followtags|prune|prunetags|parallel|writecommitgraph"
                + "|autostash|autosquash|updaterefs|conflictstyle|renames|renamelimit|stat|enabled|autoupdate|auto|autodetach"
                + "|showuntrackedfiles|short|branch|relativepaths|submodulesummary|verbose|cleanup|sort|version|threads|manyfiles"
                + "|detachedhead|commitencoding|logoutputencoding|skippedcherrypicks)"
                + "|log\\.(date|decorate|abbrevcommit|follow)|init\\.defaultbranch|extensions\\.(objectformat|refstorage|worktreeconfig)"
                + "|lfs\\.(repositoryformatversion|access|locksverify)");

    private static final Pattern SECTION =
            Pattern.compile("\\[\\s*([A-Za-z][\\w.-]*)(\\s+\"(?:[^\"\\\\]|\\\\.)*\")?\\s*]\\s*(?:[#;].*)?");
    private static final Pattern ENTRY = Pattern.compile("([A-Za-z][\\w-]*)\\s*(=.*)?");

    private GitRepository() {}

    /** Variables that make git use another repository than the one that it finds. */
    private static final Set<String> ELSEWHERE =
            Set.of("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY");

    /**
     * Why git might run a program there; null if it runs none.
     *
     * @param compares whether git looks at the working tree: then it may write its index, and enter submodules
     */
    static @Nullable String why(Path start, Map<String, String> environment, boolean compares) {
        for (var name : ELSEWHERE) {
            if (environment.containsKey(name)) {
                return "the environment sets " + name + " for git";
            }
        }
        try {
            for (Path at = start; at != null; at = at.getParent()) {
                var git = at.resolve(".git");
                if (Files.exists(git, LinkOption.NOFOLLOW_LINKS)) {
                    var folder = folder(git);
                    var why = ofGitFolder(folder, compares);
                    if (why != null || isComplete(folder)) {
                        return why;
                    }
                }
                if (mayBe(at)) {
                    return "git may find a repository at " + at + " whose configuration runs programs";
                }
            }
            return null;
        } catch (IOException | InvalidPathException e) {
            return "the configuration of git cannot be read: " + e.getMessage();
        }
    }

    /** Whether git certainly takes it for a repository, and looks no further. */
    private static boolean isComplete(Path folder) throws IOException {
        var head = folder.resolve("HEAD");
        return Files.isRegularFile(head, LinkOption.NOFOLLOW_LINKS)
                && text(head).strip().matches("ref: refs/\\S+|[0-9a-f]{40}|[0-9a-f]{64}")
                && (Files.exists(folder.resolve("commondir"))
                        || (Files.isDirectory(folder.resolve("objects")) && Files.isDirectory(folder.resolve("refs"))));
    }

    /** Whether a folder may be a repository itself, without a folder {@code .git}. */
    private static boolean mayBe(Path folder) {
        return Files.exists(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
                && (Files.exists(folder.resolve("objects"), LinkOption.NOFOLLOW_LINKS)
                        || Files.exists(folder.resolve("commondir"), LinkOption.NOFOLLOW_LINKS));
    }

    /** The folder that a file {@code .git} of a working tree names, or the folder itself. */
    private static Path folder(Path git) throws IOException {
        if (Files.isDirectory(git)) {
            return git;
        }
        var text = text(git).strip();
        if (!text.startsWith("gitdir: ") || text.contains("\n")) {
            throw new IOException(git + " is not understood");
        }
        return git.resolveSibling(text.substring(8)).normalize();
    }

    private static @Nullable String ofGitFolder(Path folder, boolean compares) throws IOException {
        var named = folder.resolve("commondir");
        var common = Files.exists(named, LinkOption.NOFOLLOW_LINKS)
                ? folder.resolve(text(named).strip()).normalize()
                : folder;
        for (var config : new Path[] {common.resolve("config"), folder.resolve("config.worktree")}) {
            if (Files.exists(config, LinkOption.NOFOLLOW_LINKS)) {
                var setting = unknownSetting(text(config));
                if (setting != null) {
                    return "git is configured there with " + setting
                            + ", which is not on the list of settings that run no program";
                }
            }
        }
        if (!compares) {
            return null;
        }
        if (Files.exists(common.resolve("hooks/post-index-change"))) {
            return "git runs the hook post-index-change there";
        }
        try (var shared = Files.newDirectoryStream(folder, "sharedindex.*")) {
            if (shared.iterator().hasNext()) {
                return "the index of git is in several files there";
            }
        }
        var index = folder.resolve("index");
        if (Files.exists(index, LinkOption.NOFOLLOW_LINKS) && hasLinks(RegularFile.read(index, LARGEST_INDEX))) {
            return "git also runs in the submodules there, with their configurations";
        }
        return null;
    }

    /** The first setting that is not known to be harmless; null if there is none. */
    private static @Nullable String unknownSetting(String config) {
        var section = "";
        for (var each : config.split("\n", -1)) {
            var line = each.strip();
            if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) {
                continue;
            }
            var header = SECTION.matcher(line);
            var entry = ENTRY.matcher(line);
            if (header.matches()) {
                section = header.group(1).toLowerCase(Locale.ROOT);
            } else if (line.endsWith("\\") || !entry.matches()) {
                return "a line that is not understood";
            } else {
                var name = section + "." + entry.group(1).toLowerCase(Locale.ROOT);
                boolean url = name.equals("remote.url") || name.equals("remote.pushurl");
                if ((!HARMLESS.matcher(name).matches()
                                && !name.equals("submodule.url")
                                && !name.equals("submodule.active"))
                        || (url && String.valueOf(entry.group(2)).contains("::"))) {
                    return name;
                }
            }
        }
        return null;
    }

    /** Whether an index may have an entry with the mode of a submodule. */
    private static boolean hasLinks(byte[] index) {
        for (int i = 0; i + 3 < index.length; i++) {
            if (index[i] == 0 && index[i + 1] == 0 && index[i + 2] == (byte) 0xe0 && index[i + 3] == 0) {
                return true;
            }
        }
        return false;
    }

    private static String text(Path file) throws IOException {
        return new String(RegularFile.read(file, LARGEST), StandardCharsets.ISO_8859_1);
    }
}
