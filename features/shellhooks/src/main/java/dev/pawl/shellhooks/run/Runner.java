package dev.pawl.shellhooks.run;

import dev.pawl.base.net.Network;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.dialect.Dialect.Trait;
import dev.pawl.shellhooks.file.Handler;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs hooks: commands, web addresses, tools of servers, and questions to a model. */
public final class Runner implements AutoCloseable {
    /** The bytes that a hook may write at most. */
    public static final int MOST = 10 << 20;

    /** What the variables with the options of a plugin begin with. */
    private static final String OPTIONS = "CLAUDE_PLUGIN_OPTION_";

    /** The value of an option of a plugin. */
    private static final Pattern OPTION = Pattern.compile("\\$\\{user_config\\.([A-Za-z_]\\w*)\\}");

    /** The number of hooks that run in the background at a time. */
    private static final int MOST_BEHIND = 8;

    private final Semaphore background = new Semaphore(MOST_BEHIND, true);
    private final PipedPrograms programs;
    private final BiFunction<List<String>, List<Path>, List<String>> around;
    private final WebPosts posts;
    private final HttpHooks http;
    private final PromptHooks prompts = new PromptHooks();
    private final McpToolHooks servers = new McpToolHooks();

    /**
     * @param around makes of a command's words, and of the files that it must be able to write, what is run instead
     * @param network the way to web addresses
     */
    public Runner(
            PipedPrograms programs,
            BiFunction<List<String>, List<Path>, List<String>> around,
            Supplier<Network> network) {
        this.posts = new WebPosts(network);
        this.programs = programs;
        this.around = around;
        this.http = new HttpHooks(programs.environment(), posts);
    }

    /** Runs a hook and waits for it. */
    public Ran run(HookRun run) throws InterruptedException {
        return switch (run.hook().handler()) {
            case Handler.Command command -> command(run, command, _ -> {});
            case Handler.Http address -> http.run(run, address);
            case Handler.Prompt prompt -> prompts.run(run, prompt);
            case Handler.Agent agent -> prompts.run(run, agent);
            case Handler.McpTool tool -> servers.run(run, tool);
        };
    }

    /**
     * The same, and a command goes on in the background if it asks for that on its first line. One whose failure blocks is
     * waited for: a gate that leaves would let everything pass.
     *
     * @param later gets how a command ended that was not waited for
     * @return null if it goes on
     */
    public @Nullable Ran runOrLeave(HookRun run, Consumer<Ran> later) throws InterruptedException {
        var hook = run.hook();
        if (!(hook.handler() instanceof Handler.Command command)
                || !hook.dialect().has(Trait.LEAVING)
                || hook.blocksOnFailure()) {
            return run(run);
        }
        return new Leaving(command.shown(), output -> command(run, command, output)).await(background, later);
    }

    /** The same for a hook in the background, of which only some run at a time. */
    public Ran runBehind(HookRun run) throws InterruptedException {
        background.acquire();
        try {
            return run(run);
        } finally {
            background.release();
        }
    }

    private Ran command(HookRun run, Handler.Command command, Consumer<byte[]> output) throws InterruptedException {
        var hook = run.hook();
        var facts = run.facts();
        var payload = run.payload();
        long from = System.nanoTime();
        var variables = new LinkedHashMap<>(facts.variables(hook.dialect()));
        variables.putAll(hook.source().variables());
        // What Python would leave beside a module could be forged, and changes the folders that trust covers.
        variables.put("PYTHONDONTWRITEBYTECODE", "1");
        variables.putAll(command.environment());
        variables.putAll(run.variables());
        try {
            var ended = programs.run(
                    new PipedPrograms.Run(
                            around.apply(
                                    words(hook, command, variables),
                                    run.variables().values().stream()
                                            .map(Path::of)
                                            .toList()),
                            folder(hook, command, facts.cwd()),
                            variables,
                            (payload + "\n").getBytes(StandardCharsets.UTF_8),
                            run.limit(),
                            MOST),
                    output);
            return ran(ended, run.limit());
        } catch (IOException | UncheckedIOException e) {
            return Ran.failed("could not be started: " + e.getMessage(), "", System.nanoTime() - from);
        }
    }

    private static Ran ran(PipedPrograms.Ended ended, Duration limit) {
        var error = new String(ended.error(), StandardCharsets.UTF_8);
        if (ended.overtime()) {
            return Ran.failed("took longer than " + seconds(limit) + " and was ended", error, ended.nanos());
        }
        if (ended.flooded()) {
            return Ran.failed("wrote more than " + (MOST >> 20) + " MiB and was ended", "", ended.nanos());
        }
        return new Ran(ended.exit(), new String(ended.output(), StandardCharsets.UTF_8), error, ended.nanos(), null);
    }

    private static String seconds(Duration limit) {
        long millis = limit.toMillis();
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }

    private List<String> words(ShellHook hook, Handler.Command command, Map<String, String> variables)
            throws IOException {
        var arguments = command.arguments();
        if (arguments == null) {
            return programs.words(inShell(command.command(), hook.source().variables()));
        }
        var words = new ArrayList<String>();
        words.add(filled(command.command(), variables));
        arguments.forEach(argument -> words.add(filled(argument, variables)));
        return words;
    }

    /** With the folders of its plugin. The user's values are put in place by the shell, so that nothing in them is run. */
    private static String inShell(String command, Map<String, String> ofPlugin) {
        var filled = command;
        for (var variable : ofPlugin.entrySet()) {
            if (!variable.getKey().startsWith(OPTIONS)) {
                filled = filled.replace("${" + variable.getKey() + "}", variable.getValue());
            }
        }
        return OPTION.matcher(filled).replaceAll(option -> Matcher.quoteReplacement("${" + variable(option) + "}"));
    }

    /** Where there is no shell, all variables are put in place here. */
    private static String filled(String text, Map<String, String> variables) {
        var filled = OPTION.matcher(text)
                .replaceAll(option -> Matcher.quoteReplacement(variables.getOrDefault(variable(option), "")));
        for (var variable : variables.entrySet()) {
            filled = filled.replace("${" + variable.getKey() + "}", variable.getValue());
        }
        return filled;
    }

    private static String variable(MatchResult option) {
        return OPTIONS + option.group(1).toUpperCase(Locale.ROOT);
    }

    private static Path folder(ShellHook hook, Handler.Command command, Path cwd) {
        var beside = hook.source().file().toAbsolutePath().getParent();
        boolean inFolder =
                hook.dialect().has(Trait.BESIDE_FILE) && !hook.source().ofProject();
        var from = inFolder && beside != null ? beside : cwd;
        return command.cwd() == null ? from : from.resolve(command.cwd()).normalize();
    }

    /** A file with a text of a hook that is too long to show. */
    public Path keep(String text) throws IOException {
        return programs.kept(text);
    }

    /** What web addresses are asked with. */
    public WebPosts posts() {
        return posts;
    }

    /** Ends what hooks left behind. */
    @Override
    public void close() {
        programs.close();
        posts.close();
    }
}
