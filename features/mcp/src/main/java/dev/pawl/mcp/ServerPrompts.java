package dev.pawl.mcp;

import dev.pawl.api.Command;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Input;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Decision;
import dev.pawl.base.QuotedWords;
import dev.pawl.base.Words;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.Pages;
import dev.pawl.mcp.tool.ResultContent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Prompts of servers as slash commands: {@code /server:prompt}. */
final class ServerPrompts {
    private static final int MOST = 200;

    /** How long a command that was given early waits for its server, and then for its prompts. */
    private static final Duration EARLY_WAIT = Duration.ofSeconds(10);

    private final Host host;
    private final ResultContent results;
    /** The last listing of each server, by its name. */
    private final Map<String, Thread> listings = new ConcurrentHashMap<>();
    /** By the name of the command. */
    private final Map<String, ServerPrompt> registered = new ConcurrentHashMap<>();

    private record ServerPrompt(Connection connection, String name, List<JsonObject> parameters) {}

    ServerPrompts(Host host, ResultContent results) {
        this.host = host;
        this.results = results;
    }

    /** Lists the prompts of a server, in the background, and registers them. */
    void update(Connection connection) {
        var listing = Thread.ofVirtual().name("mcp prompts").unstarted(() -> {
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
        listings.put(connection.entry().name(), listing);
        listing.start();
    }

    /** A command that was given before its server had listed its prompts waits for that, and is run then. */
    Decision<Input, Input.Handled> given(Input input, SessionServers servers, HookContext ctx)
            throws IOException, InterruptedException {
        var words =
                input.text().startsWith("/") ? QuotedWords.split(input.text().substring(1)) : List.<String>of();
        var command = words.isEmpty() ? "" : words.getFirst();
        var wanted = servers.enabled(one -> command.startsWith(one.entry().name() + ":"));
        if (wanted.isEmpty()) {
            return input.proceed();
        }
        SessionServers.await(wanted, EARLY_WAIT);
        for (var server : wanted) {
            var listing = listings.get(server.entry().name());
            if (listing != null) {
                listing.join(EARLY_WAIT);
            }
        }
        var prompt = registered.get(command);
        if (prompt == null) {
            return input.proceed();
        }
        return switch (run(prompt, words.subList(1, words.size()))) {
            case Outcome.Prompt(var text, var attachments) ->
                input.transform(
                        text,
                        Stream.concat(
                                        input.images().stream(),
                                        attachments.stream()
                                                .filter(Content.Image.class::isInstance)
                                                .map(Content.Image.class::cast))
                                .toList());
            case Outcome.Status(var text) -> {
                ctx.ui().notify(text, Severity.INFO);
                yield input.handled();
            }
            case Outcome.Nothing _ -> input.handled();
        };
    }

    private void register(Connection connection, JsonObject prompt) {
        var name = prompt.string("name", "").replaceAll("[^A-Za-z0-9_.-]", "_");
        if (name.isEmpty()) {
            return;
        }
        var parameters = prompt.objects("arguments");
        var description = Words.firstLine(prompt.string("description", prompt.string("title", "")));
        var command = connection.entry().name() + ":" + name;
        var listed = new ServerPrompt(connection, prompt.string("name", ""), parameters);
        registered.put(command, listed);
        host.command(new Command(
                command,
                description + usage(parameters),
                ctx -> run(listed, ctx.args()),
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
    private Outcome run(ServerPrompt prompt, List<String> given) throws IOException, InterruptedException {
        var connection = prompt.connection();
        var parameters = prompt.parameters();
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
                        "/" + connection.entry().name() + ":" + prompt.name() + " needs" + usage(parameters));
            }
        }
        var result = connection.read("prompts/get", JsonObject.of("name", prompt.name(), "arguments", arguments));
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
                ? Outcome.status("the prompt " + prompt.name() + " of "
                        + connection.entry().name() + " is empty")
                : Outcome.prompt(text.toString(), images.toArray(Content[]::new));
    }
}
