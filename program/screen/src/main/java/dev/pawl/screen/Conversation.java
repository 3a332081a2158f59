package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.ai.Models;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Delivery;
import dev.pawl.cli.Notice;
import dev.pawl.config.settings.Settings;
import dev.pawl.screen.command.BuiltinCommands;
import dev.pawl.screen.command.LocalServers;
import dev.pawl.screen.command.SessionDisplay;
import dev.pawl.screen.command.WhyReport;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.status.PendingMessages;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.screen.view.EventRelay;
import dev.pawl.screen.view.FooterUpdates;
import dev.pawl.screen.view.Shortcuts;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Untrusted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A user talking with the agent: what they type goes to it, what happens in it goes to the screen. */
public final class Conversation implements SessionDisplay {
    private final AgentScreen face;
    private final Agent agent;
    private final Supplier<Settings> settings;
    private final EventRelay relay;
    private final FooterUpdates footer;
    private final PromptSender sender;
    private final BuiltinCommands commands;
    private final KeyActions keys;
    private final PendingMessages pending;
    private final UnknownCommands unknown;
    private final Shortcuts shortcuts;
    private final CountDownLatch end;
    private final SentTexts sent;
    private boolean ready;
    private Message.@Nullable User unsaved;
    private Message.@Nullable Assistant lastAnswer;
    private final DrawnBranch drawn = new DrawnBranch();

    /**
     * @param settings those of the folder that the session works in
     * @param trusted receives what the user decides about a project, before its hooks are loaded again
     * @param notices what was wrong or left out when hooks and settings were loaded
     * @param end counted down when the program is to end
     */
    public Conversation(
            AgentScreen face,
            Agent agent,
            Models models,
            Sessions sessions,
            SessionPaths sessionPaths,
            Supplier<Settings> settings,
            BiConsumer<Path, Boolean> trusted,
            Supplier<List<Notice>> notices,
            CountDownLatch end) {
        this.face = face;
        this.agent = agent;
        this.settings = settings;
        this.end = end;
        this.sent = new SentTexts(face, agent);
        this.relay = new EventRelay(face.tui()::run, this::on, face.tui()::drawNow);
        this.footer = new FooterUpdates(agent, models, face);
        this.sender = new PromptSender(agent, face, this::handled);
        this.pending = new PendingMessages(face.look(), face.layout().pending);
        this.shortcuts = new Shortcuts(face.look().keys);
        this.commands =
                new BuiltinCommands(this, face, agent, models, sessions, sessionPaths, shortcuts, trusted, notices);
        this.unknown = new UnknownCommands(agent, commands);
        this.keys = new KeyActions(this, face, agent, sender, commands, shortcuts, sent);
        face.follow(agent);
        face.tui().onInput(keys::press);
        face.tui().onEnd(this::quit);
        if (face.isGone()) {
            quit();
        }
        face.writing().usual().onChange(_ -> border());
        face.background().onEnd(() -> {
            footer.refresh();
            border();
        });
        face.writing().completion(new LiveCompletion(face, agent, commands));
    }

    /** Whatever happens in the agent; any thread. */
    public void onEvent(AgentEvent event) {
        relay.onEvent(event);
    }

    /** The agent has begun: from now on it is talked to. */
    public void begun(List<Prompt> first) {
        face.tui().run(() -> {
            arrived();
            drawSession();
            ready = true;
            border();
            first.forEach(prompt -> sender.send(prompt, Delivery.As.FOLLOW_UP));
            face.submissions().receive(this::submit);
        });
    }

    /** There is no key: the ways to get an answer are offered, and the prompts so far are sent then. */
    public void welcome(List<Prompt> first) {
        face.background().start("The welcome", () -> {
            commands.firstStart().offer(LocalServers.USUAL);
            face.tui().run(() -> first.forEach(prompt -> sender.send(prompt, Delivery.As.FOLLOW_UP)));
        });
    }

    /** Waits until the user, or a hook, wants the program to end. */
    public void awaitEnd() throws InterruptedException {
        end.await();
    }

    @Override
    public void quit() {
        end.countDown();
    }

    @Override
    public void arrived() {
        var now = settings.get();
        face.settings(now);
        face.working().doing(null);
        var look = face.look();
        look.settle(now);
        shortcuts.problems(agent.engine().hooks()).forEach(face.transcript()::warning);
        LoadedSections.show(face, agent);
        footer.countAnew();
        border();
        face.status().title(agent.session());
    }

    @Override
    public void drawSession() {
        face.transcript().clear();
        face.transcript().draw(agent.session().contextEntries());
        face.transcript().retell();
        drawn.follows(agent.session());
        face.tui().redrawAll();
    }

    // Messages of the user

    private void submit(String raw) {
        var text = raw.strip();
        if (text.isEmpty()) {
            return;
        }
        if (face.tui().mode() == Tui.Mode.FULLSCREEN) {
            face.tui().scrollToEnd();
        }
        var objection = unknown.objection(text);
        if (objection != null) {
            face.transcript().status(objection);
            face.writing().setText(raw);
            return;
        }
        face.writing().setText("");
        sent.add(text);
        border();
        if (commands.run(text)) {
            return;
        }
        if (text.startsWith("!")) {
            sender.shell(text);
        } else {
            sender.send(Prompt.of(text), Delivery.As.STEER);
        }
    }

    /** Queues the text in the editor for when the agent would stop. */
    void followUp() {
        var text = face.writing().text().strip();
        if (!text.isEmpty() && ready) {
            face.writing().setText("");
            sent.add(text);
            border();
            sender.send(Prompt.of(text), Delivery.As.FOLLOW_UP);
        }
    }

    /** Takes what waits back into the editor. */
    void takeBack() {
        var waiting = agent.clearQueue();
        var texts = new ArrayList<>(waiting.steering());
        texts.addAll(waiting.followUp());
        if (!texts.isEmpty()) {
            var written = face.writing().text();
            if (!written.isBlank()) {
                texts.add(written);
            }
            face.writing().setText(String.join("\n\n", texts));
        }
    }

    /** A command of a hook, or a hook itself, handled the message; it may have moved in the session's tree. */
    private void handled() {
        if (agent.isClosed()) {
            return;
        }
        boolean moved = drawn.isLeft(agent.session());
        face.tui().run(() -> {
            boolean loaded = face.transcript().isLoading();
            if (loaded) {
                // It had everything loaded again.
                arrived();
            }
            if (loaded || moved) {
                drawSession();
            }
        });
    }

    // What happens

    private void on(AgentEvent event) {
        if (agent.isClosed()) {
            return;
        }
        if (event instanceof AgentEvent.SessionBegun) {
            // The only one of every start, which a first switch over types would cost milliseconds.
            LoadedSections.show(face, agent);
            return;
        }
        var transcript = face.transcript();
        switch (event) {
            case AgentEvent.MessageGrew(var update) -> {
                transcript.answer().grew(update);
                face.working().grew(update.delta());
            }
            case AgentEvent.MessageStarted(var message) -> {
                if (message instanceof Message.Assistant answer) {
                    transcript.beginAnswer(answer.timestamp());
                }
                unsaved = message instanceof Message.User user ? user : null;
            }
            case AgentEvent.MessageEnded(var message) -> ended(message);
            case AgentEvent.ToolStarted(var start) -> {
                face.working().tool(start.toolCallId(), start.toolName());
                transcript.toolRow(start.toolCallId(), start.toolName()).started(start.args());
            }
            case AgentEvent.ToolShowed(var update) ->
                transcript.toolRow(update.toolCallId(), update.toolName()).showed(update.partialResult());
            case AgentEvent.ToolEnded(var over) -> {
                face.working().tool(over.toolCallId(), null);
                var row = transcript.toolRow(over.toolCallId(), over.toolName());
                row.ended(over.result(), over.isError(), over.durationMs());
                if (over.isError()) {
                    row.stoppedBy(WhyReport.stopper(agent.engine(), over.toolCallId()));
                }
            }
            case AgentEvent.RunStarted _ -> {
                face.working().run(true);
                face.status().started();
            }
            case AgentEvent.RunEnded _ -> {}
            case AgentEvent.Settled _ -> settled();
            case AgentEvent.TurnStarted _, AgentEvent.TurnEnded _ -> {}
            case AgentEvent.QueueChanged(var steering, var followUps) -> pending.show(steering, followUps);
            case AgentEvent.EntryAppended(var entry) -> appended(entry);
            case AgentEvent.NameChanged _ -> {
                footer.refresh();
                face.status().title(agent.session());
            }
            case AgentEvent.ThinkingLevelChanged _ -> {
                footer.refresh();
                border();
            }
            case AgentEvent.CompactionStarted(var reason) ->
                face.working()
                        .doing("Summing the conversation up… ("
                                + face.look().keys.text(AppAction.INTERRUPT.id()) + " calls it off)");
            case AgentEvent.CompactionEnded over -> compacted(over);
            case AgentEvent.SummaryRetryScheduled retry ->
                face.working()
                        .doing("The summary failed (" + Untrusted.line(retry.errorMessage()) + "); attempt "
                                + retry.attempt() + " of " + retry.maxAttempts() + " in "
                                + Figures.seconds(retry.delayMs()));
            case AgentEvent.SummaryRetryStarted _, AgentEvent.SummaryRetryFinished _ -> {}
            case AgentEvent.RetryStarted(var start) -> // What went wrong is there already.
                face.working()
                        .waiting(
                                start.delayMs(),
                                "attempt " + start.attempt() + " of " + start.maxAttempts() + " ("
                                        + face.look().keys.text(AppAction.INTERRUPT.id()) + " gives up)");
            case AgentEvent.RetryEnded over -> {
                face.working().doing(null);
                var error = over.end().finalError();
                if (over.isCancelled()) {
                    transcript.status("It is not asked again: you interrupted it.");
                } else if (!over.end().success() && error != null) {
                    transcript.gaveUp(over.end().attempt(), error);
                }
            }
            case AgentEvent.HookFailed(var error) -> transcript.hookFailed(error);
            case AgentEvent.SessionNotKept(_, var error) -> {
                transcript.error("The message was not kept: " + error);
                giveBack();
            }
            case AgentEvent.ProgramFailed(var during, var error) ->
                transcript.error("The program failed at " + during + ": " + error);
            case AgentEvent.BashOutput _, AgentEvent.SessionBegun _ -> {}
            case AgentEvent.SessionReplaced _ -> {
                pending.show(List.of(), List.of());
                face.working().run(false);
                face.working().doing(null);
                arrived();
                drawSession();
            }
        }
    }

    /** A message that could not be kept can be sent again. */
    private void giveBack() {
        if (unsaved != null && face.writing().isEmpty()) {
            face.writing().setText(unsaved.text());
        }
        unsaved = null;
    }

    private void ended(Message message) {
        unsaved = null;
        if (message instanceof Message.Assistant answer) {
            face.transcript().endAnswer(answer);
            footer.add(answer.usage());
            face.working().answered(answer.usage());
            lastAnswer = answer;
        } else if (message instanceof Message.User user) {
            face.transcript().user(user);
        } else if (message instanceof Message.Custom custom) {
            face.transcript().custom(custom);
        } else if (message instanceof Message.ToolResult result) {
            footer.add(result.usage());
        }
    }

    private void appended(Entry entry) {
        if (entry instanceof Entry.Custom custom) {
            face.transcript().entry(custom);
        } else if (entry instanceof Entry.UsageEntry used) {
            footer.add(used.usage());
        } else if (entry instanceof Entry.BranchSummary branch) {
            face.transcript().leftBranch(branch.summary());
            footer.add(branch.usage());
        } else if (entry instanceof Entry.ModelChange) {
            footer.refresh();
            border();
        }
    }

    private void compacted(AgentEvent.CompactionEnded over) {
        face.working().doing(null);
        var result = over.result();
        if (result != null) {
            face.transcript().compacted(result.summary(), result.tokensBefore());
            footer.add(result.usage());
        } else if (over.aborted()) {
            face.transcript().status("The conversation was not compacted: it was called off.");
        } else {
            var why = over.errorMessage();
            face.transcript().error("The conversation could not be compacted" + (why == null ? "." : ": " + why));
        }
        footer.refresh();
    }

    private void settled() {
        face.working().run(false);
        face.status().ended(lastAnswer);
        lastAnswer = null;
        face.working().doing(null);
        face.transcript().abandonCalls("Aborted.");
        footer.refresh();
    }

    /** The border of the editor shows how much the model thinks, or that a command is being written. */
    void border() {
        var look = face.look();
        if (face.writing().usual().shownText().stripLeading().startsWith("!")) {
            face.writing().border(text -> look.fg("bashMode", text));
            return;
        }
        var level = (ready && !agent.isClosed() ? agent.thinkingLevel() : ThinkingLevel.OFF).wire();
        var token = "thinking" + Character.toUpperCase(level.charAt(0)) + level.substring(1);
        face.writing().border(text -> look.fg(token, text));
    }
}
