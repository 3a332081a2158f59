package dev.pawl.start;

import dev.pawl.api.Hook;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.value.McpServer;
import dev.pawl.tools.file.OpenTexts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings that a program gives to a session: what its tools work through, and more tools.
 *
 * @param texts what that program has open
 * @param shell where its commands run; null for a shell that the tools start themselves
 * @param servers tool servers that it names, for this session
 * @param hooks hooks of the program's own for this session, by their names; they stand behind all others
 * @param secrets environment variables of that program that commands do not get
 * @param later runs what can wait until the first frame is shown, where there is a screen
 * @param themes receives the themes of hooks and packages
 */
public record Workplace(
        OpenTexts texts,
        @Nullable BashOperations shell,
        List<McpServer> servers,
        Map<String, Hook> hooks,
        Set<String> secrets,
        Executor later,
        Consumer<List<Path>> themes) {
    /** Nothing. */
    public static final Workplace HERE = new Workplace(OpenTexts.NONE, null, List.of(), Map.of());

    public Workplace {
        servers = List.copyOf(servers);
        hooks = Map.copyOf(hooks);
        secrets = Set.copyOf(secrets);
    }

    /** The same without a screen. */
    public Workplace(
            OpenTexts texts, @Nullable BashOperations shell, List<McpServer> servers, Map<String, Hook> hooks) {
        this(texts, shell, servers, hooks, Set.of(), Runnable::run, _ -> {});
    }

    /** Only with hooks of the program's own, and variables that commands do not get. */
    public static Workplace with(Map<String, Hook> hooks, Set<String> secrets) {
        return new Workplace(OpenTexts.NONE, null, List.of(), hooks, secrets, Runnable::run, _ -> {});
    }

    /** Only with a screen, which shows its first frame before other things begin. */
    public static Workplace ofScreen(Executor later, Consumer<List<Path>> themes) {
        return new Workplace(OpenTexts.NONE, null, List.of(), Map.of(), Set.of(), later, themes);
    }
}
