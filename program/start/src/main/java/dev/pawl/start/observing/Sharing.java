package dev.pawl.start.observing;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Programs;
import dev.pawl.base.RegularFile;
import dev.pawl.cli.Refusal;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.observe.share.Redaction;
import dev.pawl.observe.share.ShareTarget;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How sessions are shared: what is taken out of them, and where they can be sent to. */
public final class Sharing {
    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(key|token|secret|passw|credential|auth).*");
    private static final int LIMIT = 1 << 20;

    private final Folders folders;
    private final Map<String, String> environment;
    private final Settings settings;
    private final JsonObject wanted;

    public Sharing(Folders folders, Map<String, String> environment, Settings settings) {
        this.folders = folders;
        this.environment = environment;
        this.settings = settings;
        var written = settings.isSet(Keys.SHARE) ? settings.get(Keys.SHARE) : null;
        this.wanted = written == null ? JsonObject.empty() : written;
    }

    /** Returns what is taken out; refuses where the user's own patterns cannot be read. */
    public Redaction redaction() {
        if (wanted.bool("unreadable", false)) {
            throw Refusal.because("nothing is shared, because the setting share is no object in braces");
        }
        var patterns = new ArrayList<String>();
        if (wanted.get("patterns") instanceof List<?> list) {
            for (var pattern : list) {
                if (!(pattern instanceof String text)) {
                    throw Refusal.because("nothing is shared, because share.patterns holds something that is no text");
                }
                patterns.add(text);
            }
        } else if (wanted.has("patterns")) {
            throw Refusal.because("nothing is shared, because share.patterns is no list of texts");
        }
        try {
            return new Redaction(folders.home().toString(), secrets(), patterns, wanted.bool("pictures", false));
        } catch (IllegalArgumentException e) {
            throw Refusal.because(String.valueOf(e.getMessage()));
        }
    }

    /** Returns what the program knows to be secret: keys in the environment and in its own files. */
    private List<String> secrets() {
        var secrets = new ArrayList<String>();
        environment.forEach((name, value) -> {
            if (SECRET_NAME.matcher(name).matches() && !value.startsWith("/")) {
                secrets.add(value);
            }
        });
        gather(file("auth.json"), true, secrets);
        gather(file("models.json"), false, secrets);
        return secrets;
    }

    private @Nullable Object file(String name) {
        var file = folders.agentDir().resolve(name);
        try {
            return Files.exists(file)
                    ? JsonObject.parse(new String(RegularFile.read(file, LIMIT), StandardCharsets.UTF_8))
                    : null;
        } catch (IOException | IllegalArgumentException e) {
            return null; // Reported where its keys are used.
        }
    }

    private static void gather(@Nullable Object value, boolean secret, List<String> into) {
        if (value instanceof JsonObject object) {
            object.asMap()
                    .forEach((name, field) -> gather(
                            field,
                            SECRET_NAME.matcher(name).matches()
                                    || (secret && (name.equals("access") || name.equals("refresh"))),
                            into));
        } else if (value instanceof List<?> list) {
            list.forEach(one -> gather(one, secret, into));
        } else if (secret && value instanceof String text) {
            into.add(text);
        }
    }

    /** GitHub's program; null if it is not there. */
    public @Nullable Path gh() {
        return Programs.find("gh", environment);
    }

    /** The address to upload to; null if the settings name none. */
    public @Nullable URI upload() {
        var written = wanted.string("upload");
        if (written == null) {
            return null;
        }
        try {
            return ShareTarget.checked(written);
        } catch (IllegalArgumentException e) {
            throw Refusal.because(String.valueOf(e.getMessage()));
        }
    }

    /** Makes a secret gist of a copy. */
    public String gist(Path gh, Path file) throws IOException, InterruptedException {
        return ShareTarget.gist(gh, file, environment);
    }

    /** Uploads a copy. */
    public String upload(URI to, Path file) throws IOException, InterruptedException {
        var headers = new LinkedHashMap<String, String>();
        wanted.object("headers").asMap().forEach((name, value) -> headers.put(name, String.valueOf(value)));
        return ShareTarget.upload(settings.network(folders, environment), to, headers, file);
    }
}
