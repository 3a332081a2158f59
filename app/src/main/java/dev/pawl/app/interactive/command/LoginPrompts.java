package dev.pawl.app.interactive.command;

import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.app.interactive.screen.AgentScreen;
import org.jspecify.annotations.Nullable;

/** The user, as a sign-in that a hook brought sees them. */
record LoginPrompts(CommandOutput out, AgentScreen face) implements ProviderConfig.Prompts {
    @Override
    public void openUrl(String url, @Nullable String instructions) {
        face.tui()
                .run(() -> face.transcript()
                        .warning("Open this address in a browser: " + url
                                + (instructions == null ? "" : "\n" + instructions)));
    }

    @Override
    public String ask(String question) throws InterruptedException {
        return face.questions()
                .input(question, "", DialogOptions.NONE)
                .orElseThrow(() -> new InterruptedException("the sign-in was called off"));
    }

    @Override
    public void progress(String message) {
        out.status(message);
    }
}
