package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.cli.Notice;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.screen.command.BuiltinCommands;
import dev.pawl.screen.command.LocalServers;
import dev.pawl.screen.command.SessionDisplay;
import dev.pawl.screen.command.WhyReport;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.status.Header;
import dev.pawl.screen.status.PendingMessages;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.screen.view.EventRelay;
import dev.pawl.screen.view.FooterUpdates;
import dev.pawl.screen.view.Shortcuts;
import dev.pawl.screen.view.TmuxKeys;
import dev.pawl.start.AgentStart;
import dev.pawl.tools.TodoList;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A user talking with the agent: what they type goes to it, what happens in it goes to the screen. */
public final class Conversation implements SessionDisplay {
    private final AgentScreen screen;
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
    private @Nullable PermissionMode mode;
    private Message.@Nullable User unsaved;
    private Message.@Nullable Assistant lastAnswer;
    private final DrawnBranch drawn = new DrawnBranch();

    /**
     * @param notices what was wrong or left out when hooks and settings were loaded
     * @param end counted down when the program is to end
     */
    public Conversation(AgentScreen screen, AgentStart start, Supplier<List<Notice>> notices, CountDownLatch end) {
        this.screen = screen;
        this.agent = start.agent();
        this.settings = start.wiring()::settings;
        this.end = end;
        this.sent = new SentTexts(screen, agent);
        this.relay = new EventRelay(screen.tui::run, this::on, screen.tui::drawNow);
        this.footer = new FooterUpdates(agent, start.models().models(), screen);
        this.sender = new PromptSender(agent, screen, this::handled);
        this.pending = new PendingMessages(screen.look, screen.layout.pending);
        this.shortcuts = new Shortcuts(screen.look.keys);
        this.commands = new BuiltinCommands(this, screen, start, shortcuts, notices);
        this.unknown = new UnknownCommands(agent);
        this.keys = new KeyActions(this, screen, agent, sender, commands, shortcuts, sent);
        screen.follow(agent);
        screen.tui.onInput(keys::press);
        screen.tui.onEnd(this::quit);
        if (screen.isGone()) {
            quit();
        }
        screen.writing.usual().onChange(_ -> border());
        screen.statuses.onMode(() -> screen.tui.run(this::showMode));
        screen.background.onEnd(() -> {
            footer.refresh();
            border();
        });
        screen.writing.completion(new LiveCompletion(screen, agent, commands));
    }

    /** Whatever happens in the agent; any thread. */
    public void onEvent(AgentEvent event) {
        relay.onEvent(event);
    }

    /** The agent has begun: from now on it is talked to. */
    public void begun(List<Prompt> first) {
        screen.tui.run(() -> {
            arrived();
            drawSession();
            ready = true;
            border();
            first.forEach(prompt -> sender.send(prompt, Delivery.As.FOLLOW_UP));
            screen.submissions.receive(this::submit);
        });
        TmuxKeys.check(screen.environment, warning -> screen.report("", warning, false));
    }

    /** There is no key: the ways to get an answer are offered, and the prompts so far are sent then. */
    public void welcome(List<Prompt> first) {
        screen.background.start("The welcome", () -> {
            commands.firstStart().offer(LocalServers.USUAL);
            screen.tui.run(() -> first.forEach(prompt -> sender.send(prompt, Delivery.As.FOLLOW_UP)));
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
        screen.settle(now);
        screen.working.doing(null);
        shortcuts.problems(agent.engine().hooks()).forEach(screen.transcript::warning);
        border();
        screen.status.title(agent.session());
    }

    /** Puts what was loaded for the session into the header. */
    private void showLoaded() {
        var look = screen.look;
        var prompt = agent.systemPromptOptions();
        var loaded = new LinkedHashMap<String, List<String>>();
        loaded.put(
                "Context",
                prompt.contextFiles().keySet().stream().map(look::path).toList());
        loaded.put("Skills", prompt.skills());
        loaded.put(
                Header.HOOKS,
                agent.engine().hooks().stream()
                        .map(hook -> look.path(hook.path()))
                        .toList());
        screen.header.loaded(loaded, screen.settings().get(Keys.QUIET_STARTUP));
        showMode();
    }

    private void showMode() {
        mode = screen.statuses.mode();
        screen.header.mode(mode);
        screen.layout.headerRow.changed();
        border();
    }

    @Override
    public void drawSession() {
        screen.transcript.clear();
        screen.transcript.draw(agent.session().contextEntries());
        screen.transcript.retell();
        drawn.follows(agent.session());
        screen.todos.show(TodoList.latest(agent.messages()));
        footer.countAnew();
        screen.tui.redraw();
    }

    // Messages of the user

    private void submit(String raw) {
        var text = raw.strip();
        if (text.isEmpty()) {
            return;
        }
        if (screen.tui.mode() == Tui.Mode.FULLSCREEN) {
            screen.tui.scrollToEnd();
        }
        var familiar = unknown.familiar(text);
        if (familiar != null) {
            sent.add(text);
            screen.writing.setText(familiar.writes());
            if (!familiar.says().isEmpty()) {
                screen.transcript.status(familiar.says());
            }
            if (familiar.runs().isEmpty()) {
                border();
            } else {
                send(familiar.runs());
            }
            return;
        }
        var objection = unknown.objection(text);
        if (objection != null) {
            screen.transcript.status(objection);
            screen.writing.setText(raw);
            return;
        }
        screen.writing.setText("");
        sent.add(text);
        send(text);
    }

    private void send(String text) {
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
        var text = screen.writing.text().strip();
        if (!text.isEmpty() && ready) {
            screen.writing.setText("");
            if (screen.submissions.isHeld()) {
                screen.submissions.submit(text);
                return;
            }
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
            var written = screen.writing.text();
            if (!written.isBlank()) {
                texts.add(written);
            }
            screen.writing.setText(String.join("\n\n", texts));
        }
    }

    /** A command of a hook, or a hook itself, handled the message; it may have moved in the session's tree. */
    private void handled() {
        if (agent.isClosed()) {
            return;
        }
        boolean moved = drawn.isLeft(agent.session());
        screen.tui.run(() -> {
            boolean loaded = screen.transcript.isLoading();
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
            screen.settings(settings.get());
            showLoaded();
            return;
        }
        var transcript = screen.transcript;
        switch (event) {
            case AgentEvent.MessageGrew(var update) -> {
                transcript.answer().grew(update);
                screen.working.grew(update.delta());
            }
            case AgentEvent.MessageStarted(var message) -> {
                if (message instanceof Message.Assistant answer) {
                    transcript.beginAnswer(answer.timestamp());
                }
                unsaved = message instanceof Message.User user ? user : null;
            }
            case AgentEvent.MessageEnded(var message) -> ended(message);
            case AgentEvent.ToolStarted(var start) -> {
                screen.working.tool(start.toolCallId(), start.toolName());
                transcript.toolRow(start.toolCallId(), start.toolName()).started(start.args());
            }
            case AgentEvent.ToolShowed(var update) ->
                transcript.toolRow(update.toolCallId(), update.toolName()).showed(update.partialResult());
            case AgentEvent.ToolEnded(var over) -> {
                screen.working.tool(over.toolCallId(), null);
                var row = transcript.toolRow(over.toolCallId(), over.toolName());
                row.ended(over.result(), over.isError(), over.durationMs());
                if (over.isError()) {
                    row.stoppedBy(WhyReport.stopper(agent.engine(), over.toolCallId()));
                }
            }
            case AgentEvent.RunStarted _ -> {
                screen.working.run(true);
                screen.status.started();
            }
            case AgentEvent.RunEnded _ -> {}
            case AgentEvent.Settled _ -> settled();
            case AgentEvent.TurnStarted _, AgentEvent.TurnEnded _ -> {}
            case AgentEvent.QueueChanged(var steering, var followUps) -> pending.show(steering, followUps);
            case AgentEvent.EntryAppended(var entry) -> appended(entry);
            case AgentEvent.NameChanged _ -> {
                footer.refresh();
                screen.status.title(agent.session());
            }
            case AgentEvent.ThinkingLevelChanged _ -> {
                footer.refresh();
                border();
            }
            case AgentEvent.CompactionStarted(var reason) ->
                screen.working.doing("Summing the conversation up… (" + screen.look.keys.text(AppAction.INTERRUPT.id())
                        + " calls it off)");
            case AgentEvent.CompactionEnded over -> compacted(over);
            case AgentEvent.SummaryRetryScheduled retry ->
                screen.working.doing("The summary failed (" + Untrusted.line(retry.errorMessage()) + "); attempt "
                        + retry.attempt() + " of " + retry.maxAttempts() + " in "
                        + Figures.seconds(retry.delayMs()));
            case AgentEvent.SummaryRetryStarted _, AgentEvent.SummaryRetryFinished _ -> {}
            case AgentEvent.RetryStarted(var start) -> // What went wrong is there already.
                screen.working.waiting(
                        start.delayMs(),
                        "attempt " + start.attempt() + " of " + start.maxAttempts() + " ("
                                + screen.look.keys.text(AppAction.INTERRUPT.id()) + " gives up)");
            case AgentEvent.RetryEnded over -> {
                screen.working.doing(null);
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
                screen.working.run(false);
                screen.working.doing(null);
                arrived();
                drawSession();
            }
        }
    }

    /** A message that could not be kept can be sent again. */
    private void giveBack() {
        if (unsaved != null && screen.writing.isEmpty()) {
            screen.writing.setText(unsaved.text());
        }
        unsaved = null;
    }

    private void ended(Message message) {
        unsaved = null;
        if (message instanceof Message.Assistant answer) {
            screen.transcript.endAnswer(answer);
            footer.add(answer.usage());
            screen.working.answered(answer.usage());
            lastAnswer = answer;
        } else if (message instanceof Message.User user) {
            screen.transcript.user(user);
        } else if (message instanceof Message.Custom custom) {
            screen.transcript.custom(custom);
        } else if (message instanceof Message.ToolResult result) {
            footer.add(result.usage());
            var list = TodoList.of(result);
            if (list != null) {
                screen.todos.show(list);
            }
        }
    }

    private void appended(Entry entry) {
        if (entry instanceof Entry.Custom custom) {
            screen.transcript.entry(custom);
        } else if (entry instanceof Entry.UsageEntry used) {
            footer.add(used.usage());
        } else if (entry instanceof Entry.BranchSummary branch) {
            screen.transcript.leftBranch(branch.summary());
            footer.add(branch.usage());
        } else if (entry instanceof Entry.ModelChange) {
            footer.refresh();
            border();
        }
    }

    private void compacted(AgentEvent.CompactionEnded over) {
        screen.working.doing(null);
        var result = over.result();
        if (result != null) {
            screen.transcript.compacted(result.summary(), result.tokensBefore());
            footer.add(result.usage());
        } else if (over.aborted()) {
            screen.transcript.status("The conversation was not compacted: it was called off.");
        } else {
            var why = over.errorMessage();
            screen.transcript.error("The conversation could not be compacted" + (why == null ? "." : ": " + why));
        }
        footer.refresh();
    }

    private void settled() {
        screen.working.run(false);
        screen.status.ended(lastAnswer);
        lastAnswer = null;
        screen.working.doing(null);
        screen.transcript.abandonCalls("Aborted.");
        footer.refresh();
    }

    /** The border of the editor shows that a command is being written, the permission mode, or how much the model thinks. */
    void border() {
        var look = screen.look;
        if (screen.writing.usual().shownText().stripLeading().startsWith("!")) {
            screen.writing.border(text -> look.fg("bashMode", text));
            return;
        }
        var strict = mode;
        if (strict != null && strict != PermissionMode.DEFAULT) {
            screen.writing.border(text -> look.inMode(strict, text));
            return;
        }
        var level = (ready && !agent.isClosed() ? agent.thinkingLevel() : ThinkingLevel.OFF).wire();
        var token = "thinking" + Character.toUpperCase(level.charAt(0)) + level.substring(1);
        screen.writing.border(text -> look.fg(token, text));
    }
}
