package dev.pawl.policy.permission;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.text.JsonFile;
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
 * <p>Of a project's own rules, only those that forbid or ask are used. Rules of Claude Code hold even where the settings
 * name no rules: then everything else runs without a question, as without rules.
 */
public final class PermissionSettings {
    private static final String CLAUDE = ".claude/settings.json";
    private static final String CLAUDE_LOCAL = ".claude/settings.local.json";
    private static final List<String> KNOWN = List.of("allow", "ask", "deny", "mode", "userBash");

    private final Rules rules;
    private PermissionMode mode = PermissionMode.DEFAULT;
    private boolean userBash;

    private PermissionSettings(Rules rules) {
        this.rules = rules;
    }

    /** Reads all files. */
    public static PermissionSettings read(Folders folders, Settings settings, LocalRules local) {
        var read = new PermissionSettings(new Rules(Folders.canonical(folders.cwd()), folders.home()));
        settings.unreadable().forEach(file -> read.rules.broken(file.where() + ": " + file.message()));
        for (var layer : Layer.values()) {
            settings.flaws(folders, layer, Keys.PERMISSIONS, KNOWN).forEach(read.rules::broken);
        }
        read.own(folders.settingsFile(Layer.USER), settings.get(Layer.USER, Keys.PERMISSIONS), false);
        read.file(folders.home().resolve(CLAUDE), null, false);
        try {
            read.lists(local.file().toString(), local.read(), false, false);
        } catch (IOException e) {
            read.rules.broken(local.file() + ": cannot be read: " + TextFile.why(e));
        }
        if (settings.projectTrusted()) {
            read.own(folders.settingsFile(Layer.PROJECT), settings.get(Layer.PROJECT, Keys.PERMISSIONS), true);
            var within = folders.confines(folders.cwd());
            read.file(folders.cwd().resolve(CLAUDE), within, true);
            read.file(folders.cwd().resolve(CLAUDE_LOCAL), within, true);
        }
        if (settings.isSet(Keys.PERMISSIONS)) {
            read.both(settings.get(Keys.PERMISSIONS));
        } else {
            read.mode = PermissionMode.BYPASS;
        }
        return read;
    }

    /** Returns the files that rules for a project are read from, whether they are there or not. */
    public static List<Path> files(Folders folders) {
        return List.of(
                folders.settingsFile(Layer.USER),
                folders.settingsFile(Layer.PROJECT),
                new LocalRules(folders.agentDir(), folders.cwd()).file(),
                folders.home().resolve(CLAUDE),
                folders.cwd().resolve(CLAUDE),
                folders.cwd().resolve(CLAUDE_LOCAL));
    }

    /** All rules. */
    public Rules rules() {
        return rules;
    }

    /** The mode to start with. */
    public PermissionMode mode() {
        return mode;
    }

    /** Whether the rules apply to commands that the user types on the screen, too. */
    public boolean userBash() {
        return userBash;
    }

    /** Rules of another agent, in its own file. */
    private void file(Path file, @Nullable Path within, boolean ofProject) {
        try {
            var json = new JsonFile(file, within).read();
            if (json == null || json.get("permissions") == null) {
                return;
            }
            if (!(json.get("permissions") instanceof JsonObject permissions)) {
                rules.broken(file + ": permissions must be an object");
                return;
            }
            lists(file.toString(), permissions, ofProject, true);
            var mode = permissions.get("defaultMode");
            if (mode != null && !mode.equals("default")) {
                rules.notice(file + ": permissions.defaultMode does not count here; permissions.mode of "
                        + "settings.json or --permission-mode do.");
            }
        } catch (IOException e) {
            rules.broken(file + ": cannot be read: " + TextFile.why(e));
        }
    }

    private void own(Path file, @Nullable JsonObject permissions, boolean ofProject) {
        if (permissions == null) {
            return;
        }
        lists(file.toString(), permissions, ofProject, false);
        var written = permissions.get("mode");
        var named = written instanceof String text ? PermissionMode.find(text) : null;
        if (written != null && named == null) {
            rules.broken(file + ": permissions.mode is none of " + String.join(", ", PermissionMode.words()));
        }
    }

    /** What the settings of both layers make together, see the rule of {@link Keys#PERMISSIONS}. */
    private void both(@Nullable JsonObject permissions) {
        if (permissions != null) {
            var named = PermissionMode.find(permissions.string("mode", ""));
            mode = named == null ? PermissionMode.DEFAULT : named;
            userBash = permissions.bool("userBash", false);
        }
    }

    private void lists(String source, JsonObject permissions, boolean ofProject, boolean foreign) {
        for (var list : List.of("deny", "ask", "allow")) {
            var written = permissions.get(list);
            var texts = new ArrayList<String>();
            if (written instanceof List<?> all) {
                for (var one : all) {
                    if (one instanceof String text) {
                        texts.add(text);
                    } else {
                        rules.broken(
                                source + ": permissions." + list + " has " + one + ", but a rule is a text in quotes");
                    }
                }
            } else if (written != null) {
                rules.broken(source + ": permissions." + list + " must be a list of rules");
            }
            if (foreign) {
                rules.addForeign(source, list, texts, ofProject);
            } else {
                rules.add(source, list, texts, ofProject);
            }
        }
    }
}
