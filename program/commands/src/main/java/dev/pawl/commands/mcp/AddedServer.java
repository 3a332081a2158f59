package dev.pawl.commands.mcp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Refusal;
import java.util.List;

/** The entry that the arguments after {@code pawl mcp add NAME} describe. */
final class AddedServer {
    private AddedServer() {}

    static JsonObject of(List<String> arguments) {
        var entry = JsonObject.empty();
        int end = arguments.indexOf("--");
        var options = end < 0 ? arguments : arguments.subList(0, end);
        for (int i = 0; i < options.size(); i += 2) {
            var option = options.get(i);
            if (i + 1 >= options.size()) {
                throw Refusal.ofArguments("mcp add: " + option + " needs a value");
            }
            entry = with(entry, option, options.get(i + 1));
        }
        if (end >= 0) {
            var command = arguments.subList(end + 1, arguments.size());
            if (command.isEmpty()) {
                throw Refusal.ofArguments("mcp add: the command after -- is missing");
            }
            entry = JsonObject.of("command", command.getFirst())
                    .with("args", command.subList(1, command.size()))
                    .with(entry);
        }
        return entry;
    }

    private static JsonObject with(JsonObject entry, String option, String value) {
        return switch (option) {
            case "--url", "--cwd", "--exposure", "--description" -> entry.with(option.substring(2), value);
            case "--timeout" -> entry.with("timeout", seconds(value));
            case "--env" -> pair(entry, "env", value);
            case "--header" -> pair(entry, "headers", value);
            case "--bearer-token-env-var" -> pair(entry, "headers", "Authorization=Bearer ${" + value + "}");
            case "--oauth-client-id" -> oauth(entry, "clientId", value);
            case "--oauth-client-registration" -> oauth(entry, "clientRegistration", value);
            default -> throw Refusal.ofArguments("mcp add has no option " + option);
        };
    }

    private static JsonObject oauth(JsonObject entry, String name, String value) {
        return entry.with("oauth", entry.object("oauth").with(name, value));
    }

    private static JsonObject pair(JsonObject entry, String field, String pair) {
        int equals = pair.indexOf('=');
        if (equals <= 0) {
            throw Refusal.ofArguments("mcp add: NAME=VALUE is required, not \"" + pair + "\"");
        }
        return entry.with(field, entry.object(field).with(pair.substring(0, equals), pair.substring(equals + 1)));
    }

    private static double seconds(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw Refusal.ofArguments("mcp add: --timeout is a number of seconds, not \"" + value + "\"");
        }
    }
}
