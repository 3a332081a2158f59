package dev.pawl.app.interactive.command;

import dev.pawl.api.ui.DialogOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What somebody sees who has no key yet: the ways to get an answer. */
public final class FirstStart {
    private final Workbench desk;
    private final LoginCommands keys;

    FirstStart(Workbench desk, LoginCommands keys) {
        this.desk = desk;
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
        int chosen = desk.face()
                .questions
                .choose(
                        "Welcome to pawl",
                        "No key of a model provider was found. Everything here can be tried without one; for real"
                                + " answers a model is needed. /login and /model do the same later.",
                        options,
                        DialogOptions.NONE)
                .orElse(options.size() - 1);
        if (chosen == 0) {
            keys.login("");
        } else if (chosen <= servers.size()) {
            use(servers.get(chosen - 1));
        } else {
            desk.status("This is the demonstration model. Ask it what is in this folder.");
        }
    }

    private static String models(List<String> models) {
        return models.size() == 1 ? models.getFirst() : models.getFirst() + " and " + (models.size() - 1) + " more";
    }

    private void use(LocalServers.Server server) throws IOException, InterruptedException {
        LocalServers.keep(server, desk.face().folders.agentDir().resolve("models.json"));
        desk.models().reload();
        var model = desk.models().find(server.name(), server.models().getFirst());
        if (model == null || !desk.agent().setModel(model)) {
            desk.warn("The models of " + server.name() + " could not be used; look into models.json.");
            return;
        }
        desk.status("Model: " + model.reference() + ". Others of this server: /model");
    }
}
