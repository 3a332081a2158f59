package dev.pawl.screen.command;

import dev.pawl.accounts.signin.SignIn;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.cli.Browser;
import dev.pawl.screen.dialog.Questions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The user, as a sign-in sees them. */
record LoginPrompts(CommandOutput out, Questions questions, Map<String, String> environment) implements SignIn.Chooser {
    @Override
    public void openUrl(String url, @Nullable String instructions) {
        if (url.startsWith("https://") || url.startsWith("http://")) {
            Browser.open(url, environment);
        }
        out.warn("Open this address in a browser: " + url + (instructions == null ? "" : "\n" + instructions));
    }

    @Override
    public String ask(String question) throws InterruptedException {
        return questions
                .input(question, "", DialogOptions.NONE)
                .orElseThrow(() -> new InterruptedException("the sign-in was called off"));
    }

    @Override
    public int choose(String question, List<String> ways) throws InterruptedException {
        return questions
                .choose(question, "", ways, DialogOptions.NONE)
                .orElseThrow(() -> new InterruptedException("the sign-in was called off"));
    }

    @Override
    public void progress(String message) {
        out.status(message);
    }
}
