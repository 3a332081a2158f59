package dev.pawl.app;

import dev.pawl.agent.AgentSetup;
import dev.pawl.agent.Resources;
import dev.pawl.agent.Surroundings;
import dev.pawl.ai.CallSettings;
import dev.pawl.ai.ModelsSetup;
import dev.pawl.ai.OpenModels;
import dev.pawl.ai.Secret;
import dev.pawl.api.Mode;
import dev.pawl.api.ui.Ui;
import dev.pawl.config.ContextFiles;
import dev.pawl.config.Folders;
import dev.pawl.config.Keys;
import dev.pawl.config.Problem;
import dev.pawl.config.PromptFiles;
import dev.pawl.config.PromptTemplates;
import dev.pawl.config.ResourceRequest;
import dev.pawl.config.ResourceRequest.Contribution;
import dev.pawl.config.RuleFiles;
import dev.pawl.config.Settings;
import dev.pawl.config.SettingsStore;
import dev.pawl.config.Skills;
import dev.pawl.config.Trust;
import dev.pawl.session.Durability;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.SessionPaths;
import dev.pawl.session.Sessions;
import dev.pawl.tools.LocalTools;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Puts the program together from the command line, the settings and the folders it works in. */
final class Wiring {
    private final CommandLine line;
    private final Places places;
    private final Mode mode;
    private final Ui ui;
    private final NoticePrinter notices;
    private final LocalTools tools;
    private final HookLoading hooks;
    private final SessionPaths sessionPaths;
    private final Map<Path, Boolean> trusted = new ConcurrentHashMap<>();
    private volatile Settings settings;

    Wiring(CommandLine line, Places places, Mode mode, Ui ui, NoticePrinter notices) {
        this.line = line;
        this.places = places;
        this.mode = mode;
        this.ui = ui;
        this.notices = notices;
        this.tools = new LocalTools(places.environment(), places.home(), Path.of(System.getProperty("java.io.tmpdir")));
        this.hooks = new HookLoading(line, places, tools, notices);
        this.settings = SettingsStore.in(places.folders()).read(false);
        settings.problems().forEach(this::tell);
        hooks.begin(settings);
        this.sessionPaths = SessionPaths.choose(
                places.agentDir(),
                places.home(),
                line.sessionDir == null ? null : text(places.folders().find(places.cwd(), line.sessionDir)),
                places.environment(),
                text(settings.sessionDir(places.folders())));
    }

    LocalTools tools() {
        return tools;
    }

    /** Ends the processes that hooks run in. */
    void closeHooks() {
        hooks.close();
    }

    /** The settings of the folder that was last looked at. */
    Settings settings() {
        return settings;
    }

    /** The person decided about a project while the program runs; it holds when its hooks are loaded next. */
    void trust(Path cwd, boolean decided) {
        trusted.put(cwd, decided);
    }

    SessionPaths sessionPaths() {
        return sessionPaths;
    }

    Sessions sessions() {
        var durability =
                Durability.valueOf(settings.get(Keys.SESSION_DURABILITY).name());
        return new Sessions(sessionPaths, new SessionOptions(durability, InstantSource.system(), new SecureRandom()));
    }

    OpenModels models() {
        var setup = ModelsSetup.of(places.agentDir(), places.environment());
        var key = line.apiKey;
        var retry = settings.retry();
        return new OpenModels(
                key == null ? setup : setup.withApiKey(Secret.of(key), line.provider),
                new CallSettings(
                        Duration.ofMillis(retry.providerTimeoutMs()),
                        retry.providerMaxRetries(),
                        Duration.ofMillis(retry.providerMaxRetryDelayMs())),
                settings.get(Keys.HTTP_PROXY),
                Duration.ZERO);
    }

    /** @param shutdown called when a hook wants the program to end */
    AgentSetup agent(OpenModels models, Sessions sessions, Runnable shutdown) {
        return new AgentSetup(
                this::at,
                models.models(),
                new ModelSelection(line, models, () -> settings, notices),
                sessions,
                ui,
                mode,
                Clock.systemUTC(),
                message -> notices.tell(Notice.of(message)),
                shutdown);
    }

    /** What depends on the folder: its settings if it is trusted, hooks, resources and tools. */
    private Surroundings at(Path cwd) throws InterruptedException {
        var project = project(cwd);
        return new Surroundings(
                cwd,
                project.settings(),
                project.trusted(),
                () -> hooks.forAgent(mode, project.folders(), project.settings(), project.trusted()),
                hooks.timeouts(project.settings()),
                (skills, prompts) -> resources(project, skills, prompts),
                new ToolSelection(line, tools).in(project.folders(), project.settings()));
    }

    /** The hooks of the folder that the program was started in, to be looked at. */
    Start start() throws InterruptedException {
        var project = project(places.cwd());
        return new Start(
                places,
                hooks.timeouts(project.settings()),
                hooks.all(project.folders(), project.settings(), project.trusted()));
    }

    private record Project(Folders folders, Settings settings, boolean trusted) {}

    private Project project(Path cwd) throws InterruptedException {
        var folders = new Folders(places.home(), places.agentDir(), cwd);
        var store = SettingsStore.in(folders);
        var decided = trusted.get(cwd);
        var user = store.read(Boolean.TRUE.equals(decided));
        if (decided == null) {
            var decision = new Trust(folders)
                    .decide(
                            line.approved,
                            user.get(Keys.DEFAULT_PROJECT_TRUST),
                            new TrustVoices(
                                    cwd,
                                    mode,
                                    ui,
                                    hooks.timeouts(user),
                                    () -> hooks.ofUser(folders, user),
                                    notices::tell));
            decision.problems().forEach(this::tell);
            decided = decision.trusted();
            trusted.put(cwd, decided);
        }
        settings = store.trust(decided);
        settings.problems().forEach(this::tell);
        return new Project(folders, settings, decided);
    }

    private Resources resources(Project project, List<Contribution> skills, List<Contribution> prompts) {
        var request = ResourceRequest.of(project.folders(), project.settings());
        var system = line.systemPrompt;
        return new Resources(
                line.noContextFiles ? ContextFiles.NONE : ContextFiles.load(project.folders()),
                PromptFiles.load(
                        project.folders(),
                        project.trusted(),
                        system == null ? null : places.written(system),
                        written(line.appendSystemPrompt)),
                Skills.load(request.withCommandLine(written(line.skills), line.noSkills)
                        .withContributed(skills)),
                PromptTemplates.load(request.withCommandLine(written(line.templates), line.noTemplates)
                        .withContributed(prompts)),
                RuleFiles.load(project.folders(), project.trusted()));
    }

    private List<String> written(List<String> paths) {
        return paths.stream().map(places::written).toList();
    }

    private void tell(Problem problem) {
        notices.tell(new Notice(problem.where(), problem.message(), problem.error()));
    }

    private static @Nullable String text(@Nullable Path path) {
        return path == null ? null : path.toString();
    }
}
