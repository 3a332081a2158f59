package dev.pawl.screen;

import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.ai.catalogue.FirstModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.FirstPrompt;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.PrintedLines;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Version;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.screen.picker.SessionPicker;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.start.AgentStart;
import dev.pawl.start.FailureWatch;
import dev.pawl.start.HookFolder;
import dev.pawl.start.ProgramLife;
import dev.pawl.start.Wiring;
import dev.pawl.start.Workplace;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** One invocation in which a user works with the agent on a screen. */
public final class InteractiveRun {
    private final CommandLine line;
    private final Places places;
    private final Streams streams;
    private final Terminal terminal;

    public InteractiveRun(CommandLine line, Places places, Streams streams, Terminal terminal) {
        this.line = line;
        this.places = places;
        this.streams = streams;
        this.terminal = terminal;
    }

    public int run() throws IOException, InterruptedException {
        var first = FirstPrompt.of("", line.files(), places);
        var settings = SettingsStore.in(places.folders()).read(false).with(screenOptions());
        var screen = new AgentScreen(terminal, settings, places, Version.text(), themes(), line.has(Option.NO_THEMES));
        var failures = new FailureWatch();
        var farewell = new Farewell(screen, streams.out());
        try (var notices = new ScreenNotices(places, streams.err(), screen);
                var life = new ProgramLife(streams.in())) {
            screen.tui.onStuck(this::leave);
            screen.start();
            var printed = PrintedLines.to(notices::noise);
            life.endsWith(printed::close);
            life.endsWith(() -> {
                notices.screenClosed();
                screen.close();
                farewell.write();
            });
            try {
                converse(screen, first, notices, life, failures, farewell);
            } finally {
                // The user is back at the shell before hooks have ended.
                notices.screenClosed();
                screen.close();
                printed.close();
            }
        }
        farewell.write();
        failures.messages().forEach(streams.err()::println);
        return failures.status(0);
    }

    /** Nothing can be drawn any more and no key be taken, so the program ends as it does on request. */
    private void leave(String where) {
        terminal.release();
        streams.err()
                .println("pawl: " + where + " kept the screen and did not give it back, so the program ends here."
                        + " The conversation is kept: pawl -c goes on with it.");
        Thread.ofPlatform().name("leave").start(() -> System.exit(1));
    }

    private void converse(
            AgentScreen screen,
            FirstPrompt first,
            ScreenNotices notices,
            ProgramLife life,
            FailureWatch failures,
            Farewell farewell)
            throws IOException, InterruptedException {
        var shown = new FirstFrame();
        var wiring = new Wiring(
                line, places, Mode.TUI, screen.ui(), notices, Workplace.ofScreen(shown, screen.themes::contributed));
        var sessions = wiring.sessions();
        var choice = wiring.choice(sessions, list -> SessionPicker.first(screen, sessions, list));
        var end = new CountDownLatch(1);
        var start = AgentStart.open(
                wiring, sessions, _ -> choice.open(), end::countDown, setup -> tidy(setup, screen, notices), life);
        var agent = start.agent();
        var conversation = new Conversation(
                screen,
                start,
                () -> Stream.concat(wiring.leftOut().stream(), notices.reported().stream())
                        .toList(),
                end);
        agent.subscribe(failures::onEvent);
        agent.subscribe(conversation::onEvent);
        start.begin();
        life.endsWith(() -> farewell.collect(agent.session()));
        notices.clear();
        var prompts = first.with(line.words(new Contributions(agent.engine().hooks()).flags()));
        var model = agent.model();
        boolean chosen = line.has(Option.MODEL) || line.has(Option.PROVIDER) || line.has(Option.MODELS);
        if (!chosen && model != null && FirstModel.isDemonstration(model.provider())) {
            // The demonstration answers only if it was chosen, now or at an earlier start.
            boolean welcomed = screen.settings().get(Keys.WELCOMED);
            conversation.begun(welcomed ? prompts : List.of());
            if (!welcomed) {
                conversation.welcome(prompts);
            }
        } else {
            conversation.begun(prompts);
        }
        shown.await(screen.tui);
        if (line.has(Option.RECOVER)) {
            screen.background.start("The interrupted run", agent::recover);
        }
        conversation.awaitEnd();
        farewell.collect(agent.session());
    }

    /** Before hooks are loaded, what those before them put on the screen is taken away. */
    private static AgentSetup tidy(AgentSetup setup, AgentScreen screen, ScreenNotices notices) {
        var again = new AtomicBoolean();
        return setup.withSurroundings(cwd -> {
            screen.forgetHooks();
            if (again.getAndSet(true)) {
                notices.startOver();
            }
            return setup.surroundings().at(cwd);
        });
    }

    /** The command line's options for the screen, as settings. */
    private JsonObject screenOptions() {
        var options = JsonObject.empty();
        var mode = line.value(Option.TUI_MODE);
        if (mode != null) {
            options = options.with(Keys.TUI_MODE.name(), mode);
        }
        var theme = line.value(Option.USE_THEME);
        return options.given(Keys.THEME.name(), theme);
    }

    private List<Path> themes() {
        var files = new ArrayList<Path>();
        for (var written : line.values(Option.THEME)) {
            var file = places.folders().find(places.cwd(), written);
            if (file == null || !Files.isRegularFile(file)) {
                throw Refusal.because("there is no theme file " + written);
            }
            files.add(file);
        }
        for (var hook : line.values(Option.HOOK)) {
            var folder = places.folders().find(places.cwd(), hook);
            for (var path : folder == null ? List.<Path>of() : HookFolder.resources(folder, "themes")) {
                files.addAll(themesIn(path));
            }
        }
        return files;
    }

    private static List<Path> themesIn(Path path) {
        if (!Files.isDirectory(path)) {
            return Files.isRegularFile(path) ? List.of(path) : List.of();
        }
        try (var files = Files.list(path)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Keeps what is not urgent until the screen has shown the session; from then on it is run at once. */
    private static final class FirstFrame implements Executor {
        private final List<Runnable> waiting = new ArrayList<>();
        private boolean shown;

        @Override
        public void execute(Runnable task) {
            synchronized (this) {
                if (!shown) {
                    waiting.add(task);
                    return;
                }
            }
            task.run();
        }

        /** Runs what was kept when all that was drawn so far is on the screen. The caller goes on at once. */
        void await(Tui tui) {
            Thread.ofVirtual().name("first frame").start(() -> {
                try {
                    tui.flush();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                release().forEach(Runnable::run);
            });
        }

        private synchronized List<Runnable> release() {
            shown = true;
            var kept = List.copyOf(waiting);
            waiting.clear();
            return kept;
        }
    }
}
