package dev.pawl.commands.hooks;

import dev.pawl.api.Command;
import dev.pawl.api.Flag;
import dev.pawl.api.Shortcut;
import dev.pawl.api.tool.Tool;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.start.LoadedHooks;
import dev.pawl.tui.text.Untrusted;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints what is loaded, from where, and what each hook listens to and brings. */
public final class HookList {
    private HookList() {}

    /**
     * Prints what is loaded.
     *
     * @param foreign the hooks in files of other agents, one by one
     */
    public static int print(LoadedHooks start, List<String> foreign, PrintStream out) {
        var hooks = start.hooks().hooks();
        if (hooks.isEmpty()) {
            out.println("No hooks are loaded. Drop a .java file into "
                    + start.places()
                            .shown(start.places().agentDir().resolve("hooks").toString())
                    + "/ or name one with --hook.");
        }
        for (var hook : hooks) {
            out.println(start.places().shown(hook.path()) + "  ("
                    + hook.source().scope().name().toLowerCase(Locale.ROOT) + ")");
            print("listens to", hook.points(), out);
            printBrought(hook, out);
        }
        if (!foreign.isEmpty()) {
            out.println("Hooks in files of other agents:");
            foreign.forEach(line -> out.println("    " + start.places().shown(Untrusted.text(line))));
        }
        return 0;
    }

    private static void printBrought(InstalledHook hook, PrintStream out) {
        var registry = hook.registry();
        print(
                "commands",
                registry.commands().stream()
                        .map(Command::name)
                        .map(name -> "/" + name)
                        .toList(),
                out);
        print("tools", registry.tools().stream().map(Tool::name).toList(), out);
        print(
                "flags",
                registry.flags().stream()
                        .map(Flag::name)
                        .map(name -> "--" + name)
                        .toList(),
                out);
        print("shortcuts", registry.shortcuts().stream().map(Shortcut::key).toList(), out);
        print("rewrites", registry.spawnHooks().isEmpty() ? List.of() : List.of("shell commands"), out);
        print("entry types", List.copyOf(registry.entryTypes().keySet()), out);
        print("providers", List.copyOf(registry.providers().keySet()), out);
    }

    private static void print(String what, List<String> names, PrintStream out) {
        if (!names.isEmpty()) {
            out.printf("    %-12s %s%n", what, String.join(", ", names));
        }
    }
}
