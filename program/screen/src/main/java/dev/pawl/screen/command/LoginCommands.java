package dev.pawl.screen.command;

import dev.pawl.accounts.secret.Secret;
import dev.pawl.accounts.signin.SignIn;
import dev.pawl.agent.Agent;
import dev.pawl.ai.catalogue.FirstModel;
import dev.pawl.ai.catalogue.ProviderInfo;
import dev.pawl.api.Command;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.base.Fuzzy;
import dev.pawl.cli.Browser;
import dev.pawl.hooks.trace.ProgramEvent;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.dialog.SecretInput;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.view.AgentScreen;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The commands that keep and forget the keys of providers. */
final class LoginCommands {
    private final CommandScope out;
    private final AgentScreen screen;
    private final Look look;
    private final Agent agent;

    LoginCommands(CommandScope out) {
        this.out = out;
        this.screen = out.screen();
        this.look = out.screen().look;
        this.agent = out.agent();
    }

    /** Signs in to a provider or saves a key for it. Leaving a step leads back to the one before; false if all were left. */
    boolean login(String written) throws IOException, InterruptedException {
        while (true) {
            var provider = provider("Save the key of which provider?", written, providers());
            if (provider.isEmpty()) {
                return false;
            }
            if (enter(provider.get())) {
                return true;
            }
            if (!written.isEmpty()) {
                return false;
            }
        }
    }

    /** Signs in with an account; false if the user chose none. */
    boolean signIn() throws IOException, InterruptedException {
        var provider = screen.menus.pick(
                "Sign in with which account?",
                withAccounts(),
                null,
                info -> new Picker.Line(String.valueOf(info.login()), info.name()));
        if (provider.isPresent()) {
            signIn(provider.get());
        }
        return provider.isPresent();
    }

    /** The providers that one signs in to with an account. */
    List<ProviderInfo> withAccounts() {
        return providers().stream().filter(info -> info.login() != null).toList();
    }

    private boolean enter(ProviderInfo info) throws IOException, InterruptedException {
        while (info.login() != null) {
            var byAccount = byAccount(info);
            if (byAccount.isEmpty()) {
                return false;
            }
            if (byAccount.get()) {
                signIn(info);
                return true;
            }
            if (enterKey(info)) {
                return true;
            }
        }
        return enterKey(info);
    }

    private boolean enterKey(ProviderInfo info) throws IOException, InterruptedException {
        var key = screen.menus.<String>open(
                "Key for " + info.name(),
                "It is kept in auth.json. $NAME takes it from an environment variable, !command from a program."
                        + (info.variables().isEmpty() ? "" : " Or set " + String.join(" or ", info.variables()) + "."),
                look.keys.text("tui.input.submit") + " save · " + look.keys.text("tui.select.cancel") + " back",
                done -> new SecretInput(look, done));
        if (key.isEmpty()) {
            return false;
        }
        out.models().saveKey(info.id(), Secret.of(key.get()));
        record("login", "api_key", info, true);
        out.models().reload();
        out.status("The key for " + info.name() + " is saved. Choose a model: /model");
        leaveDemonstration(info.id());
        return true;
    }

    private void signIn(ProviderInfo info) throws IOException, InterruptedException {
        boolean good = false;
        try {
            out.models().login(info.id(), new Prompts());
            good = true;
        } finally {
            record("login", "account", info, good);
        }
        out.models().reload();
        out.status("Signed in to " + info.name() + ". Choose a model: /model");
        leaveDemonstration(info.id());
    }

    /** Reports a sign-in or its end to telemetry. */
    private void record(String action, String method, ProviderInfo info, boolean success) {
        if (agent.hasBegun()) {
            agent.engine()
                    .traces()
                    .note(new ProgramEvent(
                            "auth",
                            Map.of(
                                    "action",
                                    action,
                                    "auth_method",
                                    method,
                                    "provider",
                                    info.id(),
                                    "success",
                                    success)));
        }
    }

    /** Empty if the user chose neither. */
    private Optional<Boolean> byAccount(ProviderInfo info) throws InterruptedException {
        if (!info.takesKey()) {
            return Optional.of(true);
        }
        var ways = List.of("Sign in: " + info.login(), "Enter a key");
        return screen.questions
                .choose("How do you want to use " + info.name() + "?", "", ways, DialogOptions.NONE)
                .map(way -> way == 0);
    }

    private List<ProviderInfo> providers() {
        return out.models().providerList().stream()
                .filter(info -> !FirstModel.isDemonstration(info.id()))
                .toList();
    }

    /** A key that was just entered is used at once. */
    private void leaveDemonstration(String provider) throws InterruptedException {
        var current = agent.model();
        var usual = out.models().defaultModel(provider);
        if (current != null
                && FirstModel.isDemonstration(current.provider())
                && usual != null
                && agent.setModel(usual)) {
            out.status("Model: " + usual.reference() + ". Others: /model");
        }
    }

    void logout(String written) throws IOException, InterruptedException {
        var kept = out.models().providerList().stream()
                .filter(info -> info.keySource() != null && info.keySource().contains("auth.json"))
                .toList();
        if (kept.isEmpty()) {
            out.status("No key is kept in auth.json.");
            return;
        }
        var provider = provider("Forget the key of which provider?", written, kept);
        if (provider.isPresent()) {
            out.models().logout(provider.get().id());
            record("logout", "kept", provider.get(), true);
            out.models().reload();
            out.status("The key for " + provider.get().name() + " is forgotten.");
        }
    }

    private Optional<ProviderInfo> provider(String title, String written, List<ProviderInfo> all)
            throws InterruptedException {
        if (!written.isEmpty()) {
            var named = all.stream()
                    .filter(info -> info.id().equalsIgnoreCase(written))
                    .findFirst();
            if (named.isEmpty()) {
                out.warn("There is no provider \"" + written + "\" to choose here.");
            }
            return named;
        }
        return screen.menus.pick(title, all, null, info -> {
            var source = info.keySource();
            return new Picker.Line(info.name(), source == null ? info.id() : "key from " + source);
        });
    }

    List<Command.Completion> complete(String prefix) {
        return Fuzzy.best(providers(), prefix, ProviderInfo::id).stream()
                .limit(20)
                .map(info -> new Command.Completion(info.id(), info.id(), info.name()))
                .toList();
    }

    /** The user, as a sign-in sees them. */
    private final class Prompts implements SignIn.Chooser {
        @Override
        public void openUrl(String url, @Nullable String instructions) {
            if (url.startsWith("https://") || url.startsWith("http://")) {
                Browser.open(url, screen.environment);
            }
            out.warn("Open this address in a browser: " + url + (instructions == null ? "" : "\n" + instructions));
        }

        @Override
        public String ask(String question) throws InterruptedException {
            return screen.questions.input(question, "", DialogOptions.NONE).orElseThrow(Prompts::calledOff);
        }

        @Override
        public int choose(String question, List<String> ways) throws InterruptedException {
            return screen.questions
                    .choose(question, "", ways, DialogOptions.NONE)
                    .orElseThrow(Prompts::calledOff);
        }

        @Override
        public void progress(String message) {
            out.status(message);
        }

        private static InterruptedException calledOff() {
            return new InterruptedException("the sign-in was called off");
        }
    }
}
