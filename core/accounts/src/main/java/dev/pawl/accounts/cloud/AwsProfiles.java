package dev.pawl.accounts.cloud;

import dev.pawl.accounts.secret.KeyCommands;
import dev.pawl.accounts.secret.Resolved;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a profile: its own, those of its role, of its sign-in (SSO), or what its program prints. */
final class AwsProfiles {
    private final AwsTemporaryCredentials loans;
    private final AwsSso sso;
    private final KeyCommands commands;

    AwsProfiles(AwsTemporaryCredentials loans, AwsSso sso, KeyCommands commands) {
        this.loans = loans;
        this.sso = sso;
        this.commands = commands;
    }

    AwsKeys keys(Map<String, String> environment, String name) throws IOException, InterruptedException {
        return keys(new Files(environment), name, new ArrayList<>());
    }

    /** Both files of profiles; where both have a setting, that of the credentials counts. */
    private record Files(Map<String, String> environment, Path home, Path credentials, Path config) {
        Files(Map<String, String> environment) {
            this(environment, Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "")), ".aws"));
        }

        private Files(Map<String, String> environment, Path home) {
            this(
                    environment,
                    home,
                    path(environment, "AWS_SHARED_CREDENTIALS_FILE", home.resolve("credentials")),
                    path(environment, "AWS_CONFIG_FILE", home.resolve("config")));
        }

        Map<String, String> section(String name) throws IOException {
            var settings = new LinkedHashMap<String, String>();
            settings.putAll(IniFile.read(config).getOrDefault(name, Map.of()));
            settings.putAll(IniFile.read(credentials).getOrDefault(name, Map.of()));
            return settings;
        }

        private static Path path(Map<String, String> environment, String variable, Path usual) {
            var given = environment.getOrDefault(variable, "");
            return given.isEmpty() ? usual : Path.of(given);
        }
    }

    /** @param before the profiles that led here */
    private AwsKeys keys(Files files, String name, List<String> before) throws IOException, InterruptedException {
        var settings = files.section(name);
        var region = settings.get("region");
        if (settings.isEmpty()) {
            throw new IOException("the profile \"" + name + "\" ("
                    + (before.isEmpty() ? "AWS_PROFILE" : "source_profile")
                    + ") is in neither " + files.credentials + " nor " + files.config + ". Add it, or name one that is"
                    + " there.");
        }
        // A profile may be the source of its own role.
        if (settings.containsKey("role_arn") && !before.contains(name)) {
            return ofRole(files, name, settings, before);
        }
        if (settings.containsKey("aws_access_key_id") && settings.containsKey("aws_secret_access_key")) {
            var session = settings.get("aws_session_token");
            return new AwsKeys(
                    settings.get("aws_access_key_id"),
                    Secret.of(settings.get("aws_secret_access_key")),
                    session == null ? null : Secret.of(session),
                    null,
                    region);
        }
        if (settings.containsKey("sso_account_id") || settings.containsKey("sso_session")) {
            return sso.keys(
                    files.environment,
                    name,
                    settings,
                    files.section("sso-session " + settings.getOrDefault("sso_session", "")),
                    files.home.resolve("sso").resolve("cache"));
        }
        var command = settings.get("credential_process");
        if (command != null) {
            return printed(files.environment, name, command, region);
        }
        throw new IOException("the profile \"" + name + "\" of " + files.config + " has no keys, role_arn,"
                + " sso_session or credential_process. Add one of them.");
    }

    private AwsKeys ofRole(Files files, String name, Map<String, String> settings, List<String> before)
            throws IOException, InterruptedException {
        var role = "the profile \"" + name + "\" takes the role " + settings.get("role_arn");
        if (settings.containsKey("mfa_serial")) {
            throw new IOException(role + " with a code (mfa_serial), which cannot be entered here. Run: aws configure"
                    + " export-credentials --profile " + name + " --format env, and set what it prints.");
        }
        var file = settings.get("web_identity_token_file");
        if (file != null) {
            return loans.forToken(
                    files.environment,
                    file,
                    "web_identity_token_file of the profile \"" + name + "\"",
                    settings.getOrDefault("role_arn", ""),
                    settings.getOrDefault("role_session_name", "pawl"));
        }
        var path = new ArrayList<>(before);
        path.add(name);
        var source = settings.get("source_profile");
        if (source != null) {
            if (before.contains(source)) {
                throw new IOException(role + " from \"" + source + "\", which leads back to it.");
            }
            return loans.ofRole(files.environment, keys(files, source, path), settings);
        }
        return switch (settings.getOrDefault("credential_source", "")) {
            case "Environment" -> loans.ofRole(files.environment, ofEnvironment(files.environment, role), settings);
            case "EcsContainer" -> loans.ofRole(files.environment, loans.ofContainer(files.environment), settings);
            default ->
                throw new IOException(role + ", but has neither source_profile, credential_source (Environment or"
                        + " EcsContainer) nor web_identity_token_file.");
        };
    }

    private static AwsKeys ofEnvironment(Map<String, String> environment, String role) throws IOException {
        var id = environment.getOrDefault("AWS_ACCESS_KEY_ID", "");
        var secret = environment.getOrDefault("AWS_SECRET_ACCESS_KEY", "");
        if (id.isEmpty() || secret.isEmpty()) {
            throw new IOException(role + " with the keys of the environment, but AWS_ACCESS_KEY_ID and"
                    + " AWS_SECRET_ACCESS_KEY are not set.");
        }
        var session = environment.getOrDefault("AWS_SESSION_TOKEN", "");
        return new AwsKeys(id, Secret.of(secret), session.isEmpty() ? null : Secret.of(session), null, null);
    }

    private AwsKeys printed(Map<String, String> environment, String name, String command, @Nullable String region)
            throws IOException, InterruptedException {
        var what = "The credential_process of the profile \"" + name + "\"";
        var found = ValueTemplate.of("!keys=$(" + command + ") && printf %s \"$keys\" | tr -d '\\r\\n'")
                .resolve(new HashMap<>(environment), commands, what);
        if (found instanceof Resolved.Value value) {
            try {
                return AwsTemporaryCredentials.read(
                        JsonObject.parse(value.secret().value()), region);
            } catch (IllegalArgumentException e) {
                throw new IOException(what + " printed no JSON.");
            }
        }
        throw new IOException(((Resolved.Missing) found).why());
    }

    /** A file of sections with settings, as Amazon's programs write it; a file that does not exist is empty. */
    private static final class IniFile {
        private IniFile() {}

        /** Returns the settings by section; {@code [profile NAME]} is the section NAME. */
        static Map<String, Map<String, String>> read(Path file) throws IOException {
            var sections = new LinkedHashMap<String, Map<String, String>>();
            String text;
            try {
                text = CloudFile.text(file);
            } catch (NoSuchFileException e) {
                return sections;
            }
            var section = new LinkedHashMap<String, String>();
            for (var line : text.lines().toList()) {
                var words = line.strip();
                int equals = words.indexOf('=');
                if (words.startsWith("[") && words.endsWith("]")) {
                    var name = words.substring(1, words.length() - 1).strip();
                    section = new LinkedHashMap<>();
                    sections.put(name.startsWith("profile ") ? name.substring(8).strip() : name, section);
                } else if (equals > 0 && !words.startsWith("#") && !words.startsWith(";")) {
                    section.put(
                            words.substring(0, equals).strip(),
                            words.substring(equals + 1).strip());
                }
            }
            return sections;
        }
    }
}
