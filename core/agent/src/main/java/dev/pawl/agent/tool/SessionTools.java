package dev.pawl.agent.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.api.value.ToolTraits.Exposure;
import dev.pawl.hooks.bound.Bounded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tools of a session: those of the program, those of hooks, and which of them are active. */
public final class SessionTools {
    private static final Duration LOADOUT_PATIENCE = Duration.ofSeconds(5);

    private final Map<String, Tool> builtins;
    private final Predicate<Tool> permitted;
    private final Function<String, SourceInfo> sources;
    private final Consumer<HookError> errors;
    private Map<String, Tool> contributed = Map.of();
    private Map<String, Tool> all = Map.of();
    private List<String> active;
    private List<String> awaited = List.of();
    private int version;
    private final Set<String> met = new HashSet<>();
    private @Nullable Supplier<Map<String, Tool>> later;

    /**
     * @param active the built-in tools that are active from the start
     * @param permitted the tools that may be used at all
     * @param sources where a hook's tool comes from
     * @param errors called when a tool fails to describe itself
     */
    public SessionTools(
            List<Tool> builtins,
            List<String> active,
            Predicate<Tool> permitted,
            Function<String, SourceInfo> sources,
            Consumer<HookError> errors) {
        this.builtins = new LinkedHashMap<>();
        builtins.forEach(tool -> this.builtins.put(tool.name(), tool));
        this.permitted = permitted;
        this.sources = sources;
        this.errors = errors;
        this.active = List.copyOf(active);
        this.all = this.builtins;
    }

    /** Takes in what hooks bring now; a new tool that asks for it is declared to the model at once. */
    public synchronized void bring(Map<String, Tool> tools) {
        contributed = tools;
        var together = new LinkedHashMap<>(builtins);
        tools.forEach((name, tool) -> together.merge(name, tool, SessionTools::inPlaceOf));
        together.values().removeIf(permitted.negate());
        all = together;
        var next = new ArrayList<>(active);
        for (var tool : tools.values()) {
            if (tool.traits().exposure() == Exposure.HIDDEN) {
                // When it is shown, it is as new, unless it was there before and was not active.
                if (active.contains(tool.name())) {
                    met.remove(tool.name());
                }
            } else if (met.add(tool.name()) && tool.traits().activeByDefault() && all.containsKey(tool.name())) {
                next.add(tool.name());
            }
        }
        // From now on a hook that takes the place of a built-in tool leaves it as active as it is.
        met.addAll(builtins.keySet());
        next.addAll(awaited);
        active = next.stream().filter(this::isReachable).distinct().toList();
        version++;
    }

    /** As {@link #bring}, at the next use of the tools. */
    public synchronized void bringLater(Supplier<Map<String, Tool>> tools) {
        later = tools;
    }

    private void refresh() {
        var next = later;
        if (next != null) {
            later = null;
            bring(next.get());
        }
    }

    /**
     * A tool that takes another's name takes over how that one is drawn, where it does not draw itself, and no more.
     */
    private static Tool inPlaceOf(Tool replaced, Tool tool) {
        var usual = replaced.renderer();
        var own = tool.renderer();
        return usual == null ? tool : tool.withRenderer(own == null ? usual : new InheritedRenderer(own, usual));
    }

    /** Activates the tools that were active before hooks were loaded again, and all that hooks register as active. */
    public synchronized void resume(Choice before) {
        refresh();
        var next = new ArrayList<>(before.active());
        broughtActive().forEach(next::add);
        use(next);
    }

    /**
     * Activates the tools that the model was offered when a session was left, and those of hooks that are new to it.
     *
     * @param offered the names of the tools that the model was offered
     * @param isNew whether the session has never offered a tool, nor taken it away
     * @param changes changes the names
     */
    public synchronized void restore(
            Collection<String> offered, Predicate<String> isNew, UnaryOperator<List<String>> changes) {
        refresh();
        var names = new LinkedHashSet<>(offered);
        broughtActive()
                .filter(name -> !names.contains(name) && !builtins.containsKey(name) && isNew.test(name))
                .forEach(names::add);
        var wanted = new LinkedHashSet<>(changes.apply(List.copyOf(names)));
        var next = new LinkedHashSet<>(active);
        next.retainAll(wanted);
        next.addAll(wanted);
        use(List.copyOf(next));
    }

    private Stream<String> broughtActive() {
        return contributed.values().stream()
                .filter(tool -> tool.traits().activeByDefault())
                .map(Tool::name);
    }

    /** What is not there yet, such as a tool of a server, is activated when it comes, until {@link #settle}. */
    private void use(List<String> names) {
        active = names.stream().filter(this::isReachable).distinct().toList();
        awaited = names.stream().filter(name -> !isReachable(name)).toList();
        version++;
    }

    /** A run begins: restored tools that have not come by now are not waited for. */
    public synchronized void settle() {
        awaited = List.of();
    }

    /** Which tools are active. */
    public record Choice(List<String> active) {}

    /** Returns the choice as it is now; to be taken before the hooks that bring tools are let go. */
    public synchronized Choice choice() {
        refresh();
        return new Choice(active);
    }

    /** Another number whenever the tools or their choice changed. */
    public synchronized int version() {
        refresh();
        return version;
    }

    /** Returns whether a hook registered the tool of this name. */
    synchronized boolean isBrought(String name) {
        refresh();
        return contributed.containsKey(name);
    }

    public synchronized @Nullable Tool find(String name) {
        refresh();
        var tool = all.get(name);
        return tool == null || tool.traits().exposure() == Exposure.HIDDEN ? null : tool;
    }

    /** Returns the built-in tool with that name, also where a hook's has replaced it. */
    @Nullable
    Tool builtin(String name) {
        return builtins.get(name);
    }

    /** Returns the hook that registered a tool; null for a built-in one. */
    synchronized @Nullable String bringer(Tool tool) {
        return contributed.containsKey(tool.name()) ? sources.apply(tool.name()).path() : null;
    }

    /** Returns the names of the active tools, in the order in which they became active. */
    public synchronized List<String> active() {
        refresh();
        return active;
    }

    /** Unknown names are ignored; names that stay keep their order, new ones follow. */
    public synchronized void activate(List<String> names) {
        refresh();
        var wanted = new LinkedHashSet<>(names);
        var next = new ArrayList<String>();
        active.stream().filter(wanted::contains).forEach(next::add);
        wanted.stream()
                .filter(name -> !next.contains(name) && isReachable(name))
                .forEach(next::add);
        if (!wanted.containsAll(active)) {
            awaited = List.of();
        }
        active = List.copyOf(next);
        version++;
    }

    /** Returns the declarations of the active tools, as they are sent to the model. */
    public Map<String, JsonObject> declarations() {
        return declarations(activeTools());
    }

    /** Returns the declarations of a selection of tools. */
    public Map<String, JsonObject> declarations(List<Tool> tools) {
        // Called without the lock: loadouts run here, and may ask for tools.
        var declared = new LinkedHashMap<String, JsonObject>();
        for (var tool : tools) {
            var declaration = JsonObject.of("name", tool.name(), "description", tool.description())
                    .with("parameters", tool.parameters());
            var sampling = tool.traits().constrainedSampling();
            declared.put(tool.name(), declaration.given("constrainedSampling", sampling));
        }
        return adapted(declared, tools);
    }

    /** Tools may describe themselves otherwise beside certain others, or hide a declaration. */
    private Map<String, JsonObject> adapted(Map<String, JsonObject> declared, List<Tool> tools) {
        for (var tool : tools) {
            var loadout = tool.traits().loadout();
            if (loadout == null || !declared.containsKey(tool.name())) {
                continue;
            }
            var infos = tools.stream()
                    .filter(other -> declared.containsKey(other.name()))
                    .map(this::info)
                    .toList();
            described(tool, loadout, infos).forEach((name, description) -> {
                var declaration = declared.get(name);
                if (declaration != null && description == null) {
                    declared.remove(name);
                } else if (declaration != null) {
                    declared.put(name, declaration.with("description", description));
                }
            });
        }
        return declared;
    }

    private Map<String, @Nullable String> described(Tool tool, ToolTraits.Loadout loadout, List<ToolInfo> declared) {
        try {
            var described = new LinkedHashMap<String, @Nullable String>();
            Bounded.call(
                    "loadout of " + tool.name(),
                    () -> {
                        @Nullable Map<String, @Nullable String> changes = loadout.describe(declared, callable());
                        if (changes != null) {
                            described.putAll(changes);
                        }
                        return true;
                    },
                    LOADOUT_PATIENCE);
            return described;
        } catch (Bounded.Broken e) {
            errors.accept(new HookError(info(tool).source().path(), "prepare_loadout", e.plain(), e.stack()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Map.of();
    }

    public synchronized List<Tool> activeTools() {
        refresh();
        return active.stream()
                .map(this::find)
                .filter(java.util.Objects::nonNull)
                .toList();
    }

    /** Returns the active tools whose declarations are not hidden by others. */
    public List<Tool> declaredTools() {
        var tools = activeTools();
        if (tools.stream().allMatch(tool -> tool.traits().loadout() == null)) {
            return tools;
        }
        var declared = declarations(tools).keySet();
        return tools.stream().filter(tool -> declared.contains(tool.name())).toList();
    }

    public synchronized List<ToolInfo> infos() {
        refresh();
        return all.values().stream()
                .filter(tool -> tool.traits().exposure() != Exposure.HIDDEN)
                .map(this::info)
                .toList();
    }

    /** Returns the tools that another tool may call. */
    public synchronized List<ToolInfo> callable() {
        refresh();
        return all.values().stream().filter(this::isCallable).map(this::info).toList();
    }

    synchronized boolean isCallable(Tool tool) {
        refresh();
        return switch (tool.traits().exposure()) {
            case DIRECT -> active.contains(tool.name());
            case CODEMODE, DEFERRED -> true;
            case MODEL_ONLY, HIDDEN -> false;
        };
    }

    private boolean isReachable(String name) {
        return find(name) != null;
    }

    private synchronized ToolInfo info(Tool tool) {
        return tool.info(
                contributed.containsKey(tool.name())
                        ? sources.apply(tool.name())
                        : new SourceInfo("builtin:" + tool.name(), SourceInfo.Scope.BUILTIN, false, null));
    }

    /** Draws a tool that took a built-in one's place: what it does not draw itself is drawn as the built-in one is. */
    private record InheritedRenderer(ToolRenderer own, ToolRenderer usual) implements ToolRenderer {
        @Override
        public @Nullable Component call(JsonObject arguments, Theme theme, Row row) {
            var drawn = own.call(arguments, theme, row);
            return drawn == null ? usual.call(arguments, theme, row) : drawn;
        }

        @Override
        public @Nullable Component result(ToolOutput output, Theme theme, Row row) {
            var drawn = own.result(output, theme, row);
            return drawn == null ? usual.result(output, theme, row) : drawn;
        }

        @Override
        public boolean drawsShell() {
            return own.drawsShell() || usual.drawsShell();
        }
    }
}
