package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.ai.catalogue.ProviderInfo;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.text.JsonEdit;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a user without a key sees first: the ways to get an answer. */
public final class FirstStart {
    private static final int MOST_NAMED = 3;

    private final CommandScope out;
    private final Agent agent;
    private final LoginCommands keys;

    FirstStart(CommandScope out, LoginCommands keys) {
        this.out = out;
        this.agent = out.agent();
        this.keys = keys;
    }

    /** A way to get an answer; false if the user left it. */
    @FunctionalInterface
    private interface Way {
        boolean go() throws IOException, InterruptedException;
    }

    /** Offers the ways until one was gone to its end, for leaving one leads back here. */
    public void offer(Map<String, String> addresses) throws IOException, InterruptedException {
        var ways = new LinkedHashMap<String, Way>();
        if (!keys.withAccounts().isEmpty()) {
            ways.put("Sign in with an account (" + accounts() + ")", keys::signIn);
        }
        ways.put("Paste a key of a provider", () -> keys.login(""));
        for (var server : LocalServers.find(addresses)) {
            ways.put("Use " + server.name() + " on this machine (" + models(server.models()) + ")", () -> use(server));
        }
        ways.put("Try the demonstration first: it needs no key and no network", () -> {
            out.change(JsonEdit.nothing().with(Keys.WELCOMED, true));
            return demonstrates();
        });
        boolean done = false;
        while (!done) {
            var choice = out.screen()
                    .questions
                    .unasked()
                    .choose(
                            "Welcome to pawl",
                            "No key of a model provider was found. Everything here can be tried without one; for real"
                                    + " answers a model is needed. /login and /model do the same later.",
                            List.copyOf(ways.keySet()),
                            DialogOptions.NONE);
            // A dialog that was left, perhaps because the program ends, is no choice.
            done = choice.isEmpty()
                    ? demonstrates()
                    : List.copyOf(ways.values()).get(choice.get()).go();
        }
    }

    private boolean demonstrates() {
        out.status("This is the demonstration model. Ask it what is in this folder. For real answers: /login");
        return true;
    }

    private String accounts() {
        var names = keys.withAccounts().stream().map(ProviderInfo::name).toList();
        return String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
                + (names.size() > MOST_NAMED ? ", …" : "");
    }

    private static String models(List<String> models) {
        return models.size() == 1 ? models.getFirst() : models.getFirst() + " and " + (models.size() - 1) + " more";
    }

    private boolean use(LocalServers.Server server) throws IOException, InterruptedException {
        LocalServers.keep(server, out.screen().folders.agentDir().resolve("models.json"));
        out.models().reload();
        var model = out.models().find(server.name(), server.models().getFirst());
        if (model == null || !agent.setModel(model)) {
            out.warn("The models of " + server.name() + " could not be used; look into models.json.");
            return false;
        }
        out.status("Model: " + model.reference() + ". Others of this server: /model. Write what is to be done.");
        return true;
    }
}
