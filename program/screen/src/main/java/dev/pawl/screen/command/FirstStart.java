package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.text.JsonEdit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a user without a key sees first: the ways to get an answer. */
public final class FirstStart {
    private final CommandScope out;
    private final Agent agent;
    private final LoginCommands keys;

    FirstStart(CommandScope out, LoginCommands keys) {
        this.out = out;
        this.agent = out.agent();
        this.keys = keys;
    }

    public void offer(Map<String, String> addresses) throws IOException, InterruptedException {
        var servers = LocalServers.find(addresses);
        var options = new ArrayList<String>();
        options.add("Paste a key of a provider");
        for (var server : servers) {
            options.add("Use " + server.name() + " on this machine (" + models(server.models()) + ")");
        }
        options.add("Try the demonstration first: it needs no key and no network");
        var choice = out.screen()
                .questions
                .unasked()
                .choose(
                        "Welcome to pawl",
                        "No key of a model provider was found. Everything here can be tried without one; for real"
                                + " answers a model is needed. /login and /model do the same later.",
                        options,
                        DialogOptions.NONE);
        int chosen = choice.orElse(options.size() - 1);
        if (chosen == 0) {
            keys.login("");
        } else if (chosen <= servers.size()) {
            use(servers.get(chosen - 1));
        } else {
            // A dialog that was left, perhaps because the program ends, is no choice.
            if (choice.isPresent()) {
                out.change(JsonEdit.nothing().with(Keys.WELCOMED, true));
            }
            out.status("This is the demonstration model. Ask it what is in this folder. For real answers: /login");
        }
    }

    private static String models(List<String> models) {
        return models.size() == 1 ? models.getFirst() : models.getFirst() + " and " + (models.size() - 1) + " more";
    }

    private void use(LocalServers.Server server) throws IOException, InterruptedException {
        LocalServers.keep(server, out.screen().folders.agentDir().resolve("models.json"));
        out.models().reload();
        var model = out.models().find(server.name(), server.models().getFirst());
        if (model == null || !agent.setModel(model)) {
            out.warn("The models of " + server.name() + " could not be used; look into models.json.");
            return;
        }
        out.status("Model: " + model.reference() + ". Others of this server: /model");
    }
}
