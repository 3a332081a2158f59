package dev.pawl.start;

import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BuiltinTools.BashOptions;
import dev.pawl.api.tool.Tool;
import dev.pawl.base.ServerToolName;
import dev.pawl.base.glob.Glob;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Option;
import dev.pawl.cli.ToolNames;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.tools.LocalTools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Which tools an agent has, and which it starts with: the settings, and the command line over them. */
final class ToolSelection {
    private static final List<String> STANDARD = List.of("read", "bash", "edit", "write");

    private static final Set<String> OF_SERVERS =
            Set.of("tool_search", "list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource");

    private final CommandLine line;
    private final LocalTools local;
    private final @Nullable BashOperations commands;
    private final @Nullable BashOperations userCommands;

    /**
     * The tools of this machine.
     *
     * @param commands where commands of the model run; null for a shell of this machine
     * @param userCommands where commands of the user or a client run; null for a shell of this machine
     */
    ToolSelection(
            CommandLine line,
            LocalTools local,
            @Nullable BashOperations commands,
            @Nullable BashOperations userCommands) {
        this.line = line;
        this.local = local;
        this.commands = commands;
        this.userCommands = userCommands;
    }

    ProjectTools in(Folders folders, Settings settings) {
        var shell = settings.shellPath(folders);
        var shellPath = shell == null ? null : shell.toString();
        var prefix = settings.get(Keys.SHELL_COMMAND_PREFIX);
        boolean expose = settings.get(Keys.EXPOSE_SESSION_ENVIRONMENT);
        var tools = new ArrayList<>(
                local.all(Path.of(""), new BashOptions(commands, prefix, shellPath, request -> request, expose)));
        tools.add(ScriptTool.of(settings, local.environment()));
        return new ProjectTools(
                tools,
                List.copyOf(active(tools, settings)),
                resumed(),
                permitted(),
                local.userShell(prefix, shellPath, userCommands),
                settings.get(Keys.IMAGES_AUTO_RESIZE));
    }

    /** Arguments that only change the tools change those of a session, too; arguments that name the tools name all of them. */
    private @Nullable UnaryOperator<List<String>> resumed() {
        if (allowed() != null || line.has(Option.NO_TOOLS) || line.has(Option.NO_BUILTIN_TOOLS)) {
            return null;
        }
        var changes = line.listOrEmpty(Option.TOOLS);
        return names -> changes.isEmpty() ? names : List.copyOf(changed(new LinkedHashSet<>(names), changes));
    }

    /** Names that a hook brings later may be among them. */
    private Set<String> active(List<Tool> tools, Settings settings) {
        var list = allowed();
        if (list != null) {
            var named = new LinkedHashSet<String>();
            for (var pattern : list) {
                if (pattern.indexOf('*') < 0) {
                    named.add(pattern);
                }
                tools.stream()
                        .map(Tool::name)
                        .filter(name -> matches(pattern, name))
                        .forEach(named::add);
            }
            return named;
        }
        var standard = line.has(Option.NO_TOOLS) || line.has(Option.NO_BUILTIN_TOOLS)
                ? Set.<String>of()
                : changed(new LinkedHashSet<>(STANDARD), settings.get(Keys.DEFAULT_TOOLS));
        var asked = line.list(Option.TOOLS);
        return asked == null ? standard : changed(standard, asked);
    }

    /**
     * A list of names allows those and no others, whatever else is specified; without tools nothing else is allowed.
     */
    private Predicate<Tool> permitted() {
        var list = allowed();
        var excluded = line.listOrEmpty(Option.EXCLUDE_TOOLS);
        boolean none = line.has(Option.NO_TOOLS) && !line.has(Option.TOOLS);
        return tool -> !none
                && (list == null
                        || (isOfServer(tool) && list.stream().noneMatch(ServerToolName::isOf))
                        || list.stream().anyMatch(pattern -> matches(pattern, tool.name())))
                && excluded.stream().noneMatch(pattern -> matches(pattern, tool.name()));
    }

    /** Tools of servers are not part of a list that names none of them. */
    private static boolean isOfServer(Tool tool) {
        return tool.traits().server() != null || OF_SERVERS.contains(tool.name());
    }

    /** The names that {@code --tools} lists; null if it does not, or only changes what there is. */
    private @Nullable List<String> allowed() {
        var asked = line.list(Option.TOOLS);
        return asked == null || isChanges(asked) ? null : asked;
    }

    /** Plain names replace what was there; {@code +name} and {@code -name} change it. */
    private static Set<String> changed(Set<String> before, List<String> wanted) {
        var names = new LinkedHashSet<String>();
        if (isChanges(wanted)) {
            names.addAll(before);
        }
        for (var one : wanted) {
            if (one.startsWith("-")) {
                names.remove(one.substring(1));
            } else {
                names.add(one.startsWith("+") ? one.substring(1) : one);
            }
        }
        return names;
    }

    private static boolean isChanges(List<String> names) {
        return new ToolNames(names).isChanges();
    }

    /** Whether a name is the pattern, of which every {@code *} stands for any text. */
    private static boolean matches(String pattern, String name) {
        return Glob.lenient(pattern, false).matches(name);
    }
}
