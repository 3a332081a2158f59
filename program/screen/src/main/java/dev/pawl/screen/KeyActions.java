package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.screen.command.BuiltinCommands;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.KeyTable;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.screen.view.Background;
import dev.pawl.screen.view.ClipboardImage;
import dev.pawl.screen.view.Shortcuts;
import dev.pawl.tui.key.Keymap;
import dev.pawl.tui.screen.Tui;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What keys do that are not the editor's own. Belongs to the screen's thread. */
final class KeyActions {
    private static final long TWICE = 500_000_000;

    /** What can be done before a session has begun. */
    private static final Set<AppAction> ALWAYS = EnumSet.of(AppAction.INTERRUPT, AppAction.CLEAR, AppAction.EXIT);

    private static final Set<AppAction> IN_SESSION = EnumSet.complementOf(EnumSet.copyOf(ALWAYS));

    private final Conversation conversation;
    private final AgentScreen screen;
    private final Agent agent;
    private final PromptSender sender;
    private final BuiltinCommands commands;
    private final Shortcuts shortcuts;
    private final SentTexts sent;
    private final Keymap keys;
    private int prompt;
    private long lastEscape;
    private long lastClear;
    private int pressedAgain;
    private long lastPressed;

    KeyActions(
            Conversation conversation,
            AgentScreen screen,
            Agent agent,
            PromptSender sender,
            BuiltinCommands commands,
            Shortcuts shortcuts,
            SentTexts sent) {
        this.conversation = conversation;
        this.screen = screen;
        this.agent = agent;
        this.sender = sender;
        this.commands = commands;
        this.shortcuts = shortcuts;
        this.sent = sent;
        this.keys = screen.look.keys;
        this.lastEscape = System.nanoTime() - 2 * TWICE;
        this.lastClear = lastEscape;
    }

    /** Null if the key was meant for us. */
    @Nullable
    String press(String data) {
        if (keys.matches(data, AppAction.SUSPEND.id()) && handle(AppAction.SUSPEND)) {
            return null;
        }
        if (screen.dialogs.takesKeys()) {
            return insists(data) && screen.dialogs.cancelTop() ? null : data;
        }
        if (agent.hasBegun() && !agent.isClosed() && shortcuts.press(data, agent, screen.background)) {
            return null;
        }
        return isHandled(data) ? null : data;
    }

    /** A dialog that no key ends would be there for good: it goes when ctrl+c was pressed three times in a row. */
    private boolean insists(String data) {
        if (!keys.matches(data, AppAction.CLEAR.id())) {
            pressedAgain = 0;
            return false;
        }
        long now = System.nanoTime();
        pressedAgain = now - lastPressed < TWICE ? pressedAgain + 1 : 1;
        lastPressed = now;
        return pressedAgain >= 3;
    }

    private boolean isHandled(String data) {
        return KeyTable.press(keys, data, ALWAYS, this::handle)
                || (screen.tui.mode() == Tui.Mode.FULLSCREEN && isScroll(data))
                || (agent.hasBegun() && KeyTable.press(keys, data, IN_SESSION, this::handle));
    }

    private boolean isScroll(String data) {
        var tui = screen.tui;
        int page = Math.max(1, tui.rows() - 8);
        if (keys.matches(data, "tui.altScreen.pageUp")) {
            tui.scroll(-page);
        } else if (keys.matches(data, "tui.altScreen.pageDown")) {
            tui.scroll(page);
        } else if (keys.matches(data, "tui.altScreen.halfPageUp")) {
            tui.scroll(-page / 2);
        } else if (keys.matches(data, "tui.altScreen.halfPageDown")) {
            tui.scroll(page / 2);
        } else if (keys.matches(data, "tui.altScreen.lineUp")) {
            tui.scroll(-1);
        } else if (keys.matches(data, "tui.altScreen.lineDown")) {
            tui.scroll(1);
        } else if (keys.matches(data, "tui.altScreen.search")) {
            commands.run("/find");
        } else if (keys.matches(data, "tui.altScreen.previousPrompt")) {
            jump(-1);
        } else if (keys.matches(data, "tui.altScreen.nextPrompt")) {
            jump(1);
        } else if (keys.matches(data, "tui.altScreen.top")) {
            tui.scroll(Integer.MIN_VALUE / 2);
        } else if (keys.matches(data, "tui.altScreen.bottom")) {
            tui.scrollToEnd();
        } else {
            return false;
        }
        return true;
    }

    /** Scrolls to the user's previous or next message. */
    private void jump(int step) {
        var prompts = screen.transcript.prompts();
        int from = screen.tui.atEnd() ? prompts.size() : prompt;
        prompt = from + step;
        if (prompt >= prompts.size() || prompts.isEmpty()) {
            screen.tui.scrollToEnd();
        } else {
            prompt = Math.max(0, prompt);
            screen.tui.scrollTo(prompts.get(prompt));
        }
    }

    private void pasteImage() throws InterruptedException {
        var file = ClipboardImage.save(screen.environment);
        screen.tui.run(() -> {
            if (file == null) {
                screen.transcript.status("There is no picture in the clipboard, or no program that gives it out"
                        + " (wl-paste, xclip, pngpaste).");
            } else {
                screen.writing.insert(file + " ");
            }
        });
    }

    /** Returns whether the action was for us now; every action of the table has its place here. */
    private boolean handle(AppAction action) {
        switch (action) {
            case SUSPEND -> screen.tui.suspend();
            case INTERRUPT -> {
                return interrupt();
            }
            case CLEAR -> clear();
            case EXIT -> {
                if (!screen.writing.isEmpty()) {
                    return false;
                }
                conversation.quit();
            }
            case TOOLS_EXPAND -> screen.expand(!screen.look.toolsExpanded);
            case THINKING_TOGGLE -> {
                screen.look.thinkingHidden = !screen.look.thinkingHidden;
                screen.transcript.refold();
            }
            case THINKING_CYCLE -> background("The thinking level", commands.models()::cycleLevel);
            case THINKING_SAVE -> background("The thinking level", commands.models()::keepLevel);
            case MODEL_CYCLE_FORWARD ->
                background("The model", () -> commands.models().cycle(1));
            case MODEL_CYCLE_BACKWARD ->
                background("The model", () -> commands.models().cycle(-1));
            case MODEL_SELECT -> commands.run("/model");
            case EDITOR_EXTERNAL -> screen.outside.edit(screen.writing.text()).ifPresent(screen.writing::setText);
            case CLIPBOARD_PASTE_IMAGE -> background("The picture", this::pasteImage);
            case MESSAGE_FOLLOW_UP -> conversation.followUp();
            case MESSAGE_DEQUEUE -> conversation.takeBack();
            case MESSAGE_COPY -> copy();
            case HISTORY_SEARCH -> background("The history", sent::search);
            case SESSION_NEW -> commands.run("/new");
            case SESSION_TREE -> commands.run("/tree");
            case SESSION_FORK -> commands.run("/fork");
            case SESSION_RESUME -> commands.run("/resume");
        }
        return true;
    }

    /** What is selected with the mouse, or else the last answer. */
    private void copy() {
        var selected = screen.tui.mouse().selected();
        if (selected.isEmpty()) {
            commands.run("/copy");
        } else {
            screen.tui.mouse().deselect();
            background("The selection", () -> {
                boolean done = screen.copying.copy(selected).isDone();
                screen.tui.run(() -> screen.tui.mouse().flash(done ? "copied" : "not copied: too long"));
            });
        }
    }

    private void background(String name, Background.Work work) {
        screen.background.start(name, work);
    }

    /** Ends what is going on; if nothing is, leaves the command being written, and at the second time the branch. */
    private boolean interrupt() {
        if (screen.writing.isCompleting()) {
            return false;
        }
        if (sender.interruptShell()) {
            return true;
        }
        if (agent.hasBegun() && !agent.isClosed() && !agent.isIdle()) {
            conversation.takeBack();
            agent.signalAbort();
            screen.working.interrupting();
            return true;
        }
        if (screen.background.interrupt()) {
            return true;
        }
        if (screen.writing.text().stripLeading().startsWith("!")) {
            screen.writing.setText("");
            conversation.border();
            return true;
        }
        long now = System.nanoTime();
        boolean twice = now - lastEscape < TWICE;
        lastEscape = now;
        if (twice && screen.writing.isEmpty() && agent.hasBegun()) {
            lastEscape = now - 2 * TWICE;
            var action = screen.settings().get(Keys.DOUBLE_ESCAPE_ACTION);
            if (action != Choices.DoubleEscape.NONE) {
                commands.run(action == Choices.DoubleEscape.FORK ? "/fork" : "/tree");
            }
            return true;
        }
        return false;
    }

    private void clear() {
        long now = System.nanoTime();
        if (now - lastClear < TWICE) {
            conversation.quit();
            return;
        }
        lastClear = now;
        screen.writing.setText("");
        conversation.border();
    }
}
