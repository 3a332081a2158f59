package dev.pawl.app.interactive.command;

import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.app.interactive.dialog.Questions;
import org.jspecify.annotations.Nullable;

/** The user, as a sign-in that a hook brought sees them. */
record LoginPrompts(CommandOutput out, Questions questions) implements ProviderConfig.Prompts {
    @Override
    public void openUrl(String url, @Nullable String instructions) {
        out.warn("Open this address in a browser: " + url + (instructions == null ? "" : "\n" + instructions));
    }

    @Override
    public String ask(String question) throws InterruptedException {
        return questions
                .input(question, "", DialogOptions.NONE)
                .orElseThrow(() -> new InterruptedException("the sign-in was called off"));
    }

    @Override
    public void progress(String message) {
        out.status(message);
    }
}
