package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.picker.Menus;
import dev.pawl.screen.view.AgentScreen;

/** What the user sent, for the editor to go through, and searched over all sessions. */
final class SentTexts {
    private final AgentScreen face;
    private final Agent agent;
    private final PromptHistory history;
    private final Menus menus;

    SentTexts(AgentScreen face, Agent agent) {
        this.face = face;
        this.agent = agent;
        this.history = new PromptHistory(face.folders().agentDir());
        this.menus = new Menus(face.look(), face.dialogs());
    }

    /** On the screen's thread; of sessions that are kept nowhere nothing is kept. */
    void add(String text) {
        face.writing().usual().addHistory(text);
        if (agent.hasBegun() && !agent.isClosed() && agent.session().file() != null) {
            Thread.ofVirtual().name("prompt history").start(() -> history.add(text));
        }
    }

    /** Puts what is chosen into the editor; waits for the choice. */
    void search() throws InterruptedException {
        var sent = history.newestFirst();
        if (sent.isEmpty()) {
            face.tui().run(() -> face.transcript().status("Nothing was sent yet."));
            return;
        }
        var chosen = menus.pick("What was sent before", sent, null, Picker.Line::of);
        chosen.ifPresent(text -> face.tui().run(() -> face.writing().setText(text)));
    }
}
