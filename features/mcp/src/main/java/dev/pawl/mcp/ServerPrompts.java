package dev.pawl.mcp;

import dev.pawl.api.Command;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.base.Words;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.Pages;
import dev.pawl.mcp.tool.ResultContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Prompts of servers as slash commands: {@code /server:prompt}. */
final class ServerPrompts {
    private static final int MOST = 200;

    private final Host host;
    private final ResultContent results;

    ServerPrompts(Host host, ResultContent results) {
        this.host = host;
        this.results = results;
    }

    /** Lists the prompts of a server, in the background, and registers them. */
    void update(Connection connection) {
        Thread.ofVirtual().name("mcp prompts").start(() -> {
            try {
                Pages.all(connection::read, "prompts/list", "prompts").stream()
                        .limit(MOST)
                        .forEach(prompt -> register(connection, prompt));
            } catch (IOException | RuntimeException e) {
                // The error is shown with the server, which stays usable without prompts.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void register(Connection connection, JsonObject prompt) {
        var name = prompt.string("name", "").replaceAll("[^A-Za-z0-9_.-]", "_");
        if (name.isEmpty()) {
            return;
        }
        var parameters = prompt.objects("arguments");
        var description = Words.firstLine(prompt.string("description", prompt.string("title", "")));
        host.command(new Command(
                connection.entry().name() + ":" + name,
                description + usage(parameters),
                ctx -> run(connection, prompt.string("name", ""), parameters, ctx.args()),
                prefix -> parameters.stream()
                        .map(one -> one.string("name", "") + "=")
                        .filter(one -> one.startsWith(prefix))
                        .map(Command.Completion::of)
                        .toList()));
    }

    private static String usage(List<JsonObject> parameters) {
        var usage = new StringBuilder();
        for (var one : parameters) {
            var name = one.string("name", "");
            usage.append(one.bool("required", false) ? " " + name + "=…" : " [" + name + "=…]");
        }
        return usage.toString();
    }

    /** Arguments are given as {@code name=value}, or in the order of the prompt. */
    private Outcome run(Connection connection, String prompt, List<JsonObject> parameters, List<String> given)
            throws IOException, InterruptedException {
        var arguments = JsonObject.empty();
        int next = 0;
        for (var word : given) {
            int equals = word.indexOf('=');
            var named = equals > 0 ? word.substring(0, equals) : "";
            if (parameters.stream().anyMatch(one -> named.equals(one.get("name")))) {
                arguments = arguments.with(named, word.substring(equals + 1));
            } else if (next < parameters.size()) {
                arguments = arguments.with(parameters.get(next++).string("name", ""), word);
            }
        }
        for (var one : parameters) {
            var name = one.string("name", "");
            if (one.bool("required", false) && !arguments.has(name)) {
                throw new IllegalArgumentException(
                        "/" + connection.entry().name() + ":" + prompt + " needs" + usage(parameters));
            }
        }
        var result = connection.read("prompts/get", JsonObject.of("name", prompt, "arguments", arguments));
        var text = new StringBuilder();
        var images = new ArrayList<Content>();
        for (var message : result.objects("messages")) {
            for (var block : results.block(connection.entry().name(), message.object("content"), false)) {
                if (block instanceof Content.Text part) {
                    var role = message.string("role", "user");
                    text.append(text.isEmpty() ? "" : "\n\n")
                            .append(role.equals("user") ? "" : role + ": ")
                            .append(part.text());
                } else {
                    images.add(block);
                }
            }
        }
        return text.isEmpty() && images.isEmpty()
                ? Outcome.status(
                        "the prompt " + prompt + " of " + connection.entry().name() + " is empty")
                : Outcome.prompt(text.toString(), images.toArray(Content[]::new));
    }
}
