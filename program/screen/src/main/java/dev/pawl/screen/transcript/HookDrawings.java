package dev.pawl.screen.transcript;

import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.ui.MessageRenderer;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.tui.screen.Drawing;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the hooks of now draw themselves. A failure is reported, and the usual drawing is used instead. */
public final class HookDrawings {
    private final Supplier<List<InstalledHook>> hooks;
    private final Consumer<String> failures;
    private final Set<String> leftBehind = new HashSet<>();
    private List<InstalledHook> leftBehindOf = List.of();

    public HookDrawings(Supplier<List<InstalledHook>> hooks, Consumer<String> failures) {
        this.hooks = hooks;
        this.failures = failures;
    }

    /** The renderer of a tool: that of a resolver, or the tool's own; null for the ordinary one. */
    @Nullable
    ToolRenderer tool(String name) {
        var all = hooks.get();
        if (all.isEmpty()) {
            return null;
        }
        var resolvers = all.stream()
                .flatMap(hook -> hook.registry().toolRenderers().stream())
                .toList();
        return guarded("the renderer of " + name, () -> resolve(name, resolvers, 0));
    }

    private @Nullable ToolRenderer resolve(String name, List<ToolRenderer.Resolver> resolvers, int at) {
        if (at < resolvers.size()) {
            return resolvers.get(at).resolve(name, () -> resolve(name, resolvers, at + 1));
        }
        var tool = new Contributions(hooks.get()).tools().get(name);
        return tool == null ? null : tool.renderer();
    }

    @Nullable
    MessageRenderer message(String customType) {
        return new Contributions(hooks.get()).messageRenderer(customType);
    }

    MessageRenderer.@Nullable ForEntry entry(String customType) {
        for (var hook : hooks.get()) {
            var renderer = hook.registry().entryRenderers().get(customType);
            if (renderer != null) {
                return renderer;
            }
        }
        return null;
    }

    /** A command, and the hook that brings it. */
    record OwnedCommand(String name, String path) {}

    /** The command that an error means by {@code command:name}; null if it means something else. */
    @Nullable
    OwnedCommand commandOf(String errorPath) {
        if (!errorPath.startsWith("command:")) {
            return null;
        }
        var name = errorPath.substring("command:".length());
        for (var hook : hooks.get()) {
            for (var command : hook.registry().commands()) {
                if (command.name().equals(name)) {
                    return new OwnedCommand(name, hook.path());
                }
            }
        }
        return null;
    }

    /** Returns whether some hook changes Markdown on its way to the screen. */
    boolean transforms() {
        for (var hook : hooks.get()) {
            if (hook.registry().markdownTransformer() != null) {
                return true;
            }
        }
        return false;
    }

    String transformed(String markdown, MarkdownTransformer.Shown shown) {
        var text = markdown;
        for (var hook : hooks.get()) {
            var transformer = hook.registry().markdownTransformer();
            if (transformer != null) {
                var before = text;
                var after = guarded(hook.path() + " (Markdown)", () -> transformer.transform(before, shown));
                text = after == null ? before : after;
            }
        }
        return text;
    }

    /** Null if it failed, or did not come back; then it is not called again until hooks are loaded again. */
    <T> @Nullable T guarded(String what, Supplier<@Nullable T> drawing) {
        var all = hooks.get();
        if (!all.equals(leftBehindOf)) {
            leftBehindOf = List.copyOf(all);
            leftBehind.clear();
        }
        if (leftBehind.contains(what)) {
            return null;
        }
        try {
            return Drawing.<@Nullable T>made(drawing::get);
        } catch (Drawing.TakesTooLong e) {
            leftBehind.add(what);
            failures.accept(what + ": " + FailureText.of(e));
            return null;
        } catch (RuntimeException | Error e) {
            failures.accept(what + ": " + FailureText.of(e));
            return null;
        }
    }
}
