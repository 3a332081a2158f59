package dev.pawl.agent;

import dev.pawl.ai.Models;
import dev.pawl.ai.OpenModels;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.base.net.Network;
import dev.pawl.config.settings.Folders;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.tools.LocalTools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The objects that the agents of one program share: models with their keys and connections, and the tools of this machine.
 *
 * <p>A program that embeds agents has one instance, and any number of agents:
 *
 * {@snippet :
 * try (var pawl = Pawl.ofUser();
 *         var agent = pawl.agent(Path.of(".")).tools("read", "ls").start()) {
 *     System.out.println(agent.ask("What is in this folder?"));
 * }
 * }
 */
public final class Pawl implements AutoCloseable {
    private final Folders folders;
    private final OpenModels models;
    private final LocalTools tools;
    private final CarrierGuard carriers = new CarrierGuard();

    private Pawl(Folders folders, Map<String, String> environment) {
        this.folders = folders;
        this.models = new OpenModels(
                ModelsSetup.of(folders.agentDir(), environment),
                CallSettings.standard(),
                Network.of(environment),
                Duration.ZERO);
        this.tools = new LocalTools(environment, folders.home()).inheriting(() -> withoutKeys(environment));
    }

    private Map<String, String> withoutKeys(Map<String, String> environment) {
        var left = new HashMap<>(environment);
        left.keySet().removeAll(models.models().keyVariables());
        return left;
    }

    /** Returns an instance with the keys and models of the user who runs the program. */
    public static Pawl ofUser() {
        return with(System.getenv());
    }

    /**
     * Returns an instance with the given environment in place of that of this process: {@code HOME} names the folder whose
     * {@code .pi/agent} holds keys and models, variables such as {@code ANTHROPIC_API_KEY} hold keys, and commands that
     * the agents run see no other variables, and of these not those with keys.
     */
    public static Pawl with(Map<String, String> environment) {
        var copy = Map.copyOf(environment);
        return new Pawl(Folders.of(copy, Path.of("").toAbsolutePath()), copy);
    }

    /** Returns the models that can be chosen. */
    public Models models() {
        return models.models();
    }

    /** Returns a builder of an agent that works in a folder. */
    public AgentBuilder agent(Path cwd) {
        return new AgentBuilder(this, cwd.toAbsolutePath().normalize());
    }

    Folders folders(Path cwd) {
        return folders.at(cwd);
    }

    LocalTools tools() {
        return tools;
    }

    CarrierGuard carriers() {
        return carriers;
    }

    /** Ends all connections and commands. Close the agents first. */
    @Override
    public void close() {
        models.close();
        tools.killAll();
        carriers.close();
    }
}
