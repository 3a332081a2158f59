package dev.pawl.tools;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BuiltinTools;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.value.ToolTraits.Annotations;
import dev.pawl.tools.builtin.EditArguments;
import dev.pawl.tools.builtin.EditTool;
import dev.pawl.tools.builtin.FindTool;
import dev.pawl.tools.builtin.GrepTool;
import dev.pawl.tools.builtin.LsTool;
import dev.pawl.tools.builtin.ReadTool;
import dev.pawl.tools.builtin.WriteTool;
import dev.pawl.tools.file.FileQueue;
import dev.pawl.tools.file.FileTarget;
import dev.pawl.tools.file.LocalFiles;
import dev.pawl.tools.file.OpenTexts;
import dev.pawl.tools.file.OwnFiles;
import dev.pawl.tools.file.ToolPaths;
import dev.pawl.tools.search.Search;
import dev.pawl.tools.shell.BashExecutor;
import dev.pawl.tools.shell.LocalBash;
import dev.pawl.tools.shell.PipedPrograms;
import dev.pawl.tools.shell.RunningCommands;
import dev.pawl.tools.shell.Shell;
import dev.pawl.tools.shell.TempFiles;
import dev.pawl.tools.shell.UserShell;
import dev.pawl.tools.text.ToolTexts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools that come with the program, on this machine.
 *
 * <p>A tool's {@code cwd} may be relative: then the session's comes before it. {@code Path.of("")} is that itself.
 */
public final class LocalTools implements BuiltinTools {
    private static final Annotations LOOKS = new Annotations(true, false, true, false);
    private static final Annotations WRITES = new Annotations(false, true, true, false);
    private static final Annotations EDITS = new Annotations(false, true, false, false);
    private static final Annotations RUNS = new Annotations(false, true, false, true);

    private final Map<String, String> environment;
    private final Supplier<Map<String, String>> ofCommands;
    private final Path home;
    private final TempFiles temp;
    private final Search search;
    private final FileOperations files;
    private final OwnFiles own;
    private final FileQueue queue;
    private final RunningCommands running;
    private final Map<String, ToolTexts> texts;

    /**
     * @param environment what commands inherit, and where programs are found
     * @param home what {@code ~} stands for
     * @param temp where output goes that is too long to show
     */
    public LocalTools(Map<String, String> environment, Path home, Path temp) {
        this(environment, home, temp, OpenTexts.NONE);
    }

    private LocalTools(Map<String, String> environment, Path home, Path temp, OpenTexts open) {
        this.environment = Map.copyOf(environment);
        this.ofCommands = () -> this.environment;
        this.home = home;
        this.temp = new TempFiles(temp);
        this.search = new Search(this.environment, home);
        this.own = new OwnFiles();
        this.queue = new FileQueue();
        this.running = new RunningCommands();
        this.texts = ToolTexts.read();
        this.files = new LocalFiles(search, own, open);
    }

    private LocalTools(LocalTools same, Supplier<Map<String, String>> ofCommands) {
        this.environment = same.environment;
        this.ofCommands = ofCommands;
        this.home = same.home;
        this.temp = same.temp;
        this.search = same.search;
        this.own = same.own;
        this.queue = same.queue;
        this.running = same.running;
        this.texts = same.texts;
        this.files = same.files;
    }

    /** Returns the same tools, whose commands inherit other variables. What hooks start is not concerned. */
    public LocalTools inheriting(Supplier<Map<String, String>> ofCommands) {
        return new LocalTools(this, ofCommands);
    }

    /** With temporary files where the environment wants them. */
    public LocalTools(Map<String, String> environment, Path home) {
        this(environment, home, OpenTexts.NONE);
    }

    /** @param texts what another program has open of the files */
    public LocalTools(Map<String, String> environment, Path home, OpenTexts texts) {
        this(environment, home, TempFiles.folder(environment), texts);
    }

    /** Returns all tools, as they are offered to a model. The last three are not active unless asked for. */
    public List<Tool> all(Path cwd, BashOptions options) {
        return List.of(
                read(cwd, files),
                bash(cwd, options),
                edit(cwd, files),
                write(cwd, files),
                grep(cwd, files),
                find(cwd, files),
                ls(cwd, files));
    }

    /** The executor of this tool is a {@link BashExecutor}. */
    @Override
    public Tool bash(Path cwd, BashOptions options) {
        var operations = options.operations() == null ? bash(options.shellPath()) : options.operations();
        var tool = tool("bash", new BashExecutor(cwd, options, operations, ofCommands, temp), RUNS, true)
                .with(traits -> traits.outputSchema(BashExecutor.ANSWER));
        return options.exposeSessionEnvironment() ? tool : tool.with(traits -> traits.promptGuidelines(List.of()));
    }

    @Override
    public Tool read(Path cwd, FileOperations files) {
        return tool("read", new ReadTool(paths(cwd), files), LOOKS, true);
    }

    @Override
    public Tool write(Path cwd, FileOperations files) {
        return tool("write", new WriteTool(paths(cwd), files, queue), WRITES, true);
    }

    @Override
    public Tool edit(Path cwd, FileOperations files) {
        return tool("edit", new EditTool(paths(cwd), files, queue), EDITS, true)
                .with(traits -> traits.prepareArguments(EditArguments::prepare));
    }

    @Override
    public Tool grep(Path cwd, FileOperations files) {
        return tool("grep", new GrepTool(paths(cwd), files, search), LOOKS, false);
    }

    @Override
    public Tool find(Path cwd, FileOperations files) {
        return tool("find", new FindTool(paths(cwd), files, search), LOOKS, false);
    }

    @Override
    public Tool ls(Path cwd, FileOperations files) {
        return tool("ls", new LsTool(paths(cwd), files), LOOKS, false);
    }

    private Tool tool(String name, Tool.Executor executor, Annotations annotations, boolean active) {
        var text = Objects.requireNonNull(texts.get(name), name);
        return Tool.of(name, text.description(), text.schema(), executor)
                .with(traits -> traits.promptSnippet(text.snippet())
                        .promptGuidelines(text.guidelines())
                        .annotations(annotations)
                        .activeByDefault(active));
    }

    private ToolPaths paths(Path cwd) {
        return new ToolPaths(cwd, home);
    }

    @Override
    public BashOperations localBash() {
        return bash(null);
    }

    /** Programs that are given their input through a pipe, and end with this program. */
    public PipedPrograms programs(@Nullable String shellPath) {
        return new PipedPrograms(new Shell(environment, shellPath, temp), environment, running);
    }

    private BashOperations bash(@Nullable String shellPath) {
        return bash(shellPath, (command, _) -> command);
    }

    /**
     * Returns the shell of this machine, with commands that are confined.
     *
     * @param confined makes of a command and its folder the one that is handed to the shell
     */
    public BashOperations bash(@Nullable String shellPath, BiFunction<String, Path, String> confined) {
        return new LocalBash(new Shell(environment, shellPath, temp), ofCommands, running, confined);
    }

    /** Returns the variables of the program. */
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public FileOperations localFiles() {
        return files;
    }

    @Override
    public <T> T alone(Path file, Callable<T> change) throws Exception {
        return queue.alone(file, () -> {
            var result = change.call();
            own.put(FileTarget.here(file));
            return result;
        });
    }

    /**
     * Returns the shell for the user's own commands.
     *
     * @param operations run the commands; null for the shell of this machine
     */
    public UserShell userShell(
            @Nullable String commandPrefix, @Nullable String shellPath, @Nullable BashOperations operations) {
        var shell = operations == null ? bash(shellPath) : operations;
        return new UserShell(shell, commandPrefix, ofCommands, temp);
    }

    /**
     * Ends all commands that run now, with all they started, and removes the files that their output was saved in: for
     * when the program itself ends.
     */
    public void killAll() {
        running.killAll();
        temp.removeOutputs();
    }
}
