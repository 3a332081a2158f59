package dev.pawl.policy.secret;

import dev.pawl.accounts.secret.KeyCommands;
import dev.pawl.accounts.secret.Resolved;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the value of a secret comes from. No description of it contains the value. */
sealed interface SecretSource {
    int LARGEST = 64 * 1024;

    /** An environment variable of the program. */
    record Variable(String name) implements SecretSource {
        @Override
        public String toString() {
            return "the environment variable " + name;
        }
    }

    /** A file, or a field of a file in JSON; the field is a path with dots. */
    record InFile(Path file, List<String> field) implements SecretSource {
        @Override
        public String toString() {
            return "the file " + file + (field.isEmpty() ? "" : ", field " + String.join(".", field));
        }
    }

    /** The output of a command. */
    record OfCommand(String command) implements SecretSource {
        @Override
        public String toString() {
            return "a command (" + command.strip().split("\\s+")[0] + ")";
        }
    }

    /** An item of the system's keychain. */
    record Keychain(String item) implements SecretSource {
        @Override
        public String toString() {
            return "the keychain, item " + item;
        }
    }

    /** Returns the value, or a sentence about why there is none. */
    default Resolved resolve(String name, Map<String, String> environment, KeyCommands commands)
            throws InterruptedException {
        var what = "the secret " + name;
        return switch (this) {
            case Variable(var variable) -> {
                var value = environment.getOrDefault(variable, "");
                yield value.isEmpty()
                        ? new Resolved.Missing(what + " comes from the environment variable " + variable
                                + ", which is not set. Set it, then start again.")
                        : new Resolved.Value(Secret.of(value));
            }
            case InFile source -> read(source, what);
            case OfCommand(var command) -> ValueTemplate.of("!" + command).resolve(environment, commands, what);
            case Keychain(var item) -> ValueTemplate.of("!" + keychain(item)).resolve(environment, commands, what);
        };
    }

    private static String keychain(String item) {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac")
                ? "security find-generic-password -w -s '" + item + "'"
                : "secret-tool lookup service '" + item + "'";
    }

    private static Resolved read(InFile source, String what) {
        var file = source.file();
        var field = source.field();
        try {
            var text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8).strip();
            if (field.isEmpty()) {
                return text.isEmpty()
                        ? new Resolved.Missing(what + " comes from " + file + ", which is empty.")
                        : new Resolved.Value(Secret.of(text));
            }
            var json = JsonObject.parse(text);
            for (var step : field.subList(0, field.size() - 1)) {
                json = json.object(step);
            }
            var value = json.string(field.getLast(), "");
            return value.isEmpty()
                    ? new Resolved.Missing(what + " comes from " + source + ", which is not there or is no text.")
                    : new Resolved.Value(Secret.of(value));
        } catch (IOException e) {
            return new Resolved.Missing(what + " comes from " + file + ", which cannot be read: "
                    + e.getClass().getSimpleName() + ".");
        } catch (IllegalArgumentException e) {
            // The message of the parser may quote the file.
            return new Resolved.Missing(what + " comes from " + source + ", but the file is not JSON.");
        }
    }
}
