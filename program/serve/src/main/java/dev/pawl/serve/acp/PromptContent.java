package dev.pawl.serve.acp;

import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.event.Input;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.serve.jsonrpc.ProtocolError;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads the prompt of a client: texts, images, embedded files and links to files. */
final class PromptContent {
    private PromptContent() {}

    static Prompt read(List<JsonObject> blocks) {
        var text = new StringBuilder();
        var images = new ArrayList<Content.Image>();
        boolean afterText = false;
        for (var block : blocks) {
            var type = block.string("type", "");
            switch (type) {
                case "text" -> text.append(afterText ? "\n" : "").append(required(block, "text"));
                case "image" -> images.add(image(required(block, "data"), required(block, "mimeType")));
                case "resource_link" -> text.append(link(block));
                case "resource" -> embedded(block.object("resource"), text, images);
                default ->
                    throw ProtocolError.params(
                            "a prompt contains text, images, resources and links to them, not \"" + type + "\"");
            }
            afterText = type.equals("text");
        }
        if (text.toString().isBlank() && images.isEmpty()) {
            throw ProtocolError.params("the prompt is empty");
        }
        return Prompt.of(text.toString()).withImages(images).from(Input.Source.RPC);
    }

    /** An image that no model can read would make every later request of the session fail. */
    private static Content.Image image(String data, String type) {
        if (!type.startsWith("image/")) {
            throw ProtocolError.params(
                    "the \"mimeType\" of an image must begin with \"image/\", not be \"" + type + "\"");
        }
        try {
            if (Base64.getDecoder().decode(data).length > 0) {
                return Content.image(data, type);
            }
        } catch (IllegalArgumentException e) {
            // Not base64.
        }
        throw ProtocolError.params("the data of an image must be base64, and not be empty");
    }

    /** A file is named by its path, so that the agent can read it; anything else by its address. */
    private static String link(JsonObject block) {
        var uri = required(block, "uri");
        var path = path(uri);
        return path.equals(uri) ? "[" + block.string("name", uri) + "](" + uri + ")" : "@" + path;
    }

    private static void embedded(JsonObject resource, StringBuilder text, List<Content.Image> images) {
        var uri = required(resource, "uri");
        var type = resource.string("mimeType", "");
        if (resource.has("text")) {
            text.append(text.isEmpty() ? "" : "\n")
                    .append("<file name=\"")
                    .append(path(uri))
                    .append("\">\n")
                    .append(resource.string("text", ""))
                    .append("\n</file>\n");
        } else if (type.startsWith("image/")) {
            images.add(image(required(resource, "blob"), type));
        } else {
            text.append("[").append(path(uri)).append(": binary data, which a model cannot read]");
        }
    }

    private static String path(String uri) {
        if (!uri.startsWith("file:")) {
            return uri;
        }
        try {
            return Path.of(URI.create(uri)).toString();
        } catch (IllegalArgumentException e) {
            return uri;
        }
    }

    private static String required(JsonObject block, String field) {
        if (block.get(field) instanceof String text) {
            return text;
        }
        throw ProtocolError.params("a block of type \"" + block.string("type", "resource") + "\" needs the field \""
                + field + "\", a string");
    }
}
