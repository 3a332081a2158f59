package dev.pawl.screen.view;

import dev.pawl.agent.Agent;
import dev.pawl.api.Shortcut;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.screen.look.AppAction;
import dev.pawl.tui.key.Key;
import dev.pawl.tui.key.Keymap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys that hooks bring: which of them hold, and what they run. */
public final class Shortcuts {
    /** What no hook may take away from the user. */
    private static final Set<String> RESERVED = Set.of(
            AppAction.INTERRUPT.id(),
            AppAction.CLEAR.id(),
            AppAction.EXIT.id(),
            AppAction.SUSPEND.id(),
            AppAction.THINKING_CYCLE.id(),
            AppAction.MODEL_CYCLE_FORWARD.id(),
            AppAction.MODEL_CYCLE_BACKWARD.id(),
            AppAction.MODEL_SELECT.id(),
            AppAction.TOOLS_EXPAND.id(),
            AppAction.THINKING_TOGGLE.id(),
            AppAction.EDITOR_EXTERNAL.id(),
            AppAction.MESSAGE_COPY.id(),
            AppAction.MESSAGE_FOLLOW_UP.id(),
            "tui.input.submit",
            "tui.select.confirm",
            "tui.select.cancel",
            "tui.input.copy",
            "tui.editor.deleteToLineEnd");

    private final Keymap keys;

    public Shortcuts(Keymap keys) {
        this.keys = keys;
    }

    /** A key of a hook's. */
    public record Bound(InstalledHook hook, Shortcut shortcut) {}

    /** The keys that hold, by name: not those of reserved actions, and of two hooks the last one's. */
    public Map<String, Bound> of(List<InstalledHook> hooks) {
        var bound = new LinkedHashMap<String, Bound>();
        for (var hook : hooks) {
            for (var shortcut : hook.registry().shortcuts()) {
                var key = name(shortcut);
                if (!key.isEmpty() && (isBundled(hook) || reserving(key) == null)) {
                    bound.put(key, new Bound(hook, shortcut));
                }
            }
        }
        return bound;
    }

    /** Returns what the user should know about them. */
    public List<String> problems(List<InstalledHook> hooks) {
        var problems = new ArrayList<String>();
        var owners = new HashMap<String, String>();
        for (var hook : hooks) {
            for (var shortcut : hook.registry().shortcuts()) {
                var key = name(shortcut);
                var reserved = reserving(key);
                if (isBundled(hook)) {
                    owners.put(key, hook.path());
                } else if (key.isEmpty()) {
                    problems.add(hook.path() + ": there is no key \"" + shortcut.key() + "\"");
                } else if (reserved != null) {
                    problems.add(hook.path() + ": the key " + key + " belongs to " + reserved
                            + " and cannot be taken by a hook");
                } else {
                    var before = owners.put(key, hook.path());
                    if (before != null) {
                        problems.add(hook.path() + ": takes the key " + key + " from " + before);
                    } else if (!keys.actionsOf(key).isEmpty()) {
                        problems.add(hook.path() + ": takes the key " + key + " from "
                                + String.join(", ", keys.actionsOf(key)));
                    }
                }
            }
        }
        return problems;
    }

    private @Nullable String reserving(String key) {
        for (var action : keys.actionsOf(key)) {
            if (RESERVED.contains(action)) {
                return action;
            }
        }
        return null;
    }

    /** What the user switched on in the settings may take a key of the program's. */
    private static boolean isBundled(InstalledHook hook) {
        return hook.source().scope() == SourceInfo.Scope.BUILTIN;
    }

    private static String name(Shortcut shortcut) {
        return Key.normal(shortcut.key().strip().toLowerCase(Locale.ROOT));
    }

    /** Runs what a key press is bound to; false if it is bound to nothing. */
    public boolean press(String data, Agent agent, Background background) {
        var hooks = agent.engine().hooks();
        boolean any = false;
        for (var hook : hooks) {
            any |= !hook.registry().shortcuts().isEmpty();
        }
        if (!any) {
            return false;
        }
        var bound = of(hooks).get(Key.id(data));
        if (bound == null) {
            return false;
        }
        background.start("the shortcut " + bound.shortcut().key(), () -> {
            try {
                bound.shortcut().action().run(agent.context());
            } catch (InterruptedException e) {
                throw e;
            } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
                agent.engine()
                        .report(new HookError(
                                bound.hook().path(),
                                "shortcut " + bound.shortcut().key(),
                                FailureText.of(e),
                                HookError.stackOf(e)));
            }
        });
        return true;
    }
}
