package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.view.AgentScreen;

/** The prompts that the user sent, for the editor to go through, and searched over all sessions. */
final class SentTexts {
    private final AgentScreen screen;
    private final Agent agent;
    private final PromptHistory history;

    SentTexts(AgentScreen screen, Agent agent) {
        this.screen = screen;
        this.agent = agent;
        this.history = new PromptHistory(screen.folders.agentDir());
    }

    /** On the screen's thread; of sessions that are kept nowhere nothing is kept. */
    void add(String text) {
        screen.writing.usual().addHistory(text);
        if (agent.hasBegun() && !agent.isClosed() && agent.session().file() != null) {
            Thread.ofVirtual().name("prompt history").start(() -> history.add(text));
        }
    }

    /** Puts what is chosen into the editor; waits for the choice. */
    void search() throws InterruptedException {
        var sent = history.newestFirst();
        if (sent.isEmpty()) {
            screen.tui.run(() -> screen.transcript.status("Nothing was sent yet."));
            return;
        }
        var chosen = screen.menus.pick("What was sent before", sent, null, Picker.Line::of);
        chosen.ifPresent(text -> screen.tui.run(() -> screen.writing.setText(text)));
    }
}
