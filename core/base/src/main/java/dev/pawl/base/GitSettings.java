package dev.pawl.base;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings of git of which it is known that they name no program and no other file of settings. */
public final class GitSettings {
    /** Sections and names of them, in small letters. */
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

    private GitSettings() {}

    /** The first setting that is not known to be harmless; null if there is none. */
    public static @Nullable String unknown(String config) {
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
}
