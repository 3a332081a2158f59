package dev.pawl.hooks.registry;

import dev.pawl.api.Command;
import dev.pawl.api.Flag;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.ui.MessageRenderer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The contributions of all hooks; of several with the same name the first one loaded counts. */
public record Contributions(List<InstalledHook> hooks) {
    /** A command under the name it is called by. */
    public record NamedCommand(String name, Command command, InstalledHook hook) {
        /**
         * Runs it, with a context that is good as long as the hook's session is.
         *
         * @param aside called when it holds up no other any more: when it waits for something of its own, and before a
         *     hook of the user is called in this process, of which nobody knows when it waits
         */
        public Outcome run(CommandContext ctx, Runnable aside) throws Exception {
            if (hook.classLoader() != null) {
                aside.run();
            }
            return command.handler().run(new GuardedCommandContext(hook, ctx, aside));
        }
    }

    public Map<String, Tool> tools() {
        return firstByName(Registry::tools);
    }

    public Map<String, Flag> flags() {
        return firstByName(Registry::flags);
    }

    /** A name that several hooks chose is numbered: {@code deploy:1}, {@code deploy:2}. */
    public List<NamedCommand> commands() {
        var all = new ArrayList<NamedCommand>();
        for (var hook : hooks) {
            hook.registry().commands().forEach(command -> all.add(new NamedCommand(command.name(), command, hook)));
        }
        var counts = all.stream().collect(Collectors.groupingBy(NamedCommand::name, Collectors.counting()));
        Set<String> taken = new HashSet<>(counts.keySet());
        var next = new HashMap<String, Integer>();
        return all.stream()
                .map(one -> Objects.requireNonNull(counts.get(one.name())) == 1 ? one : numbered(one, taken, next))
                .toList();
    }

    /** Returns the command of a name; a bare name that was numbered means the first. */
    public @Nullable NamedCommand command(String name) {
        NamedCommand first = null;
        for (var command : commands()) {
            if (command.name().equals(name)) {
                return command;
            }
            if (first == null && command.command().name().equals(name)) {
                first = command;
            }
        }
        return first;
    }

    public @Nullable MessageRenderer messageRenderer(String customType) {
        for (var hook : hooks) {
            var renderer = hook.registry().messageRenderers().get(customType);
            if (renderer != null) {
                return renderer;
            }
        }
        return null;
    }

    /** Returns the types of session entries that some hook knows. */
    public Set<String> entryTypes() {
        return hooks.stream()
                .flatMap(hook -> hook.registry().entryTypes().names().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Names that two hooks chose, reported to the user; the hooks work on, the later one without that name. */
    public List<LoadProblem> clashes() {
        var problems = new ArrayList<LoadProblem>();
        clashes("tool", Registry::tools, problems);
        clashes("flag", Registry::flags, problems);
        return problems;
    }

    private void clashes(String what, Function<Registry, Contributed<?>> kind, List<LoadProblem> problems) {
        var owners = new HashMap<String, InstalledHook>();
        for (var hook : hooks) {
            for (var name : kind.apply(hook.registry()).names()) {
                var owner = owners.putIfAbsent(name, hook);
                if (owner != null) {
                    problems.add(LoadProblem.warning(
                            hook.path(),
                            "brings the " + what + " \"" + name + "\", which " + owner.path()
                                    + " brought first; the first one is used"));
                }
            }
        }
    }

    private <T> Map<String, T> firstByName(Function<Registry, Contributed<T>> kind) {
        var first = new LinkedHashMap<String, T>();
        for (var hook : hooks) {
            kind.apply(hook.registry()).byName().forEach(first::putIfAbsent);
        }
        return first;
    }

    private static NamedCommand numbered(NamedCommand one, Set<String> taken, Map<String, Integer> next) {
        int number = next.getOrDefault(one.name(), 0);
        String name;
        do {
            name = one.name() + ":" + ++number;
        } while (!taken.add(name));
        next.put(one.name(), number);
        return new NamedCommand(name, one.command(), one.hook());
    }
}
