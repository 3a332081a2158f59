package dev.pawl.policy.permission;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.text.TextFile;
import dev.pawl.policy.rule.Rules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads all rules for a project: the user's, the user's rules for the project, and the project's own.
 *
 * <p>Of a project's own rules, only those that forbid or ask are used. {@link RulesOfOthers Rules of other agents} hold
 * even where the settings name no rules: then everything else runs without a question, as without rules.
 */
public final class PermissionSettings {
    private static final List<String> KNOWN = List.of("allow", "ask", "deny", "mode", "userBash");

    private final Rules rules;
    private PermissionMode mode = PermissionMode.DEFAULT;
    private PermissionMode loosest = PermissionMode.BYPASS;
    private boolean userBash;

    private PermissionSettings(Rules rules) {
        this.rules = rules;
    }

    /** Reads all files. */
    public static PermissionSettings read(Folders folders, Settings settings, LocalRules local) {
        var read = new PermissionSettings(new Rules(Folders.canonical(folders.cwd()), folders.home()));
        settings.unreadable().forEach(file -> read.rules.broken(file.where() + ": " + file.message()));
        for (var group : settings.groups(Keys.PERMISSIONS, KNOWN)) {
            group.flaws().forEach(read.rules::broken);
            read.own(group);
        }
        try {
            read.rules.add(local.file().toString(), local.read(), false);
        } catch (IOException e) {
            read.rules.broken(local.file() + ": cannot be read: " + TextFile.why(e));
        }
        new RulesOfOthers(folders, settings.projectTrusted()).addTo(read.rules);
        if (settings.isSet(Keys.PERMISSIONS)) {
            read.both(settings.get(Keys.PERMISSIONS));
        } else {
            read.mode = PermissionMode.BYPASS;
        }
        return read;
    }

    /** Returns the files that rules for a project are read from, whether they are there or not. */
    public static List<Path> files(Folders folders) {
        var files = new ArrayList<Path>();
        files.add(folders.settingsFile(Layer.USER));
        files.add(folders.settingsFile(Layer.PROJECT));
        files.add(new LocalRules(folders.agentDir(), folders.cwd()).file());
        files.addAll(new RulesOfOthers(folders, true).files());
        return files;
    }

    /** All rules. */
    public Rules rules() {
        return rules;
    }

    /** The mode to start with. */
    public PermissionMode mode() {
        return mode;
    }

    /** The least strict mode that an organisation lets a session have, however it is set. */
    public PermissionMode loosest() {
        return loosest;
    }

    /** Whether the rules apply to commands that the user types on the screen, too. */
    public boolean userBash() {
        return userBash;
    }

    private void own(Settings.Group group) {
        rules.add(group.file(), group.json(), group.layer() == Layer.PROJECT);
        var written = group.json().get("mode");
        var named = written instanceof String text ? PermissionMode.find(text) : null;
        if (written != null && named == null) {
            rules.broken(group.where() + ".mode is none of " + String.join(", ", PermissionMode.words()));
        }
        if (named != null && group.layer() == Layer.MANAGED && named.compareTo(loosest) < 0) {
            loosest = named;
        }
    }

    /** What the settings of all layers make together, see the rule of {@link Keys#PERMISSIONS}. */
    private void both(@Nullable JsonObject permissions) {
        if (permissions != null) {
            var named = PermissionMode.find(permissions.string("mode", ""));
            mode = named == null ? PermissionMode.DEFAULT : named;
            userBash = permissions.bool("userBash", false);
        }
    }
}
