package dev.pawl.field;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for an effect that a situation names, in files and in what the model was sent. */
final class Effect {
    private Effect() {}

    /**
     * Returns where the effect was seen; empty if it was not.
     *
     * @param named {@code file}: one that exists; {@code gone}: one that does not; {@code request}: a text in a request;
     *     {@code stored}: a text in a file of the home folder; {@code line} of the file {@code in}: a text in a file
     */
    static String seen(JsonObject named, Run run) throws IOException {
        var places = run.places();
        for (var name : named.names()) {
            var text = places.filled(named.string(name, ""));
            switch (name) {
                case "file" -> {
                    if (Files.exists(places.work().resolve(text))) {
                        return "the file " + text + " is there";
                    }
                }
                case "gone" -> {
                    if (!Files.exists(places.work().resolve(text))) {
                        return "the file " + text + " is gone";
                    }
                }
                case "request" -> {
                    var found = request(run.requests(), text);
                    if (found >= 0) {
                        return "request " + (found + 1) + " contains " + text;
                    }
                }
                case "line" -> {
                    var file = places.work().resolve(named.string("in", ""));
                    if (Files.exists(file) && Files.readString(file).contains(text)) {
                        return "the file " + named.string("in", "") + " contains " + text;
                    }
                }
                case "stored" -> {
                    var file = holding(text, places.home());
                    if (file != null) {
                        return "a file in the home folder contains " + text + ": "
                                + places.home().relativize(file);
                    }
                }
                case "in" -> {}
                default ->
                    throw new IllegalArgumentException(
                            name + " is no effect: file, gone, request, stored, line with in");
            }
        }
        return "";
    }

    private static @Nullable Path holding(String text, Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file :
                    files.filter(Files::isRegularFile).filter(Files::isReadable).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
                    return file;
                }
            }
        }
        return null;
    }

    private static int request(List<String> requests, String text) {
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).contains(text)) {
                return i;
            }
        }
        return -1;
    }
}
