package dev.pawl.agent.secret;

import dev.pawl.ai.http.Exchange;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.HookError;
import dev.pawl.base.secret.SecretFilter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts names in place of the values of secrets in all that comes into a conversation: prompts, results of tools and
 * commands, messages, errors; and, as the last step, in requests to models.
 *
 * <p>Everything without a value in it is returned as the object that it was.
 */
public record Masking(SecretFilter filter) {
    /** Stands in place of an image whose file holds a value, in its metadata for example. */
    static final String LEFT_OUT = "[An image is left out, because its file holds the value of a secret.]";

    /** Returns whether there is nothing to take out. */
    public boolean isNone() {
        return filter.isEmpty();
    }

    /** Masks a text. */
    public String text(String text) {
        return filter.masked(text);
    }

    /** Masks a message. */
    public Message message(Message message) {
        if (isNone()) {
            return message;
        }
        var shown = message;
        if (message instanceof Message.ToolResult result) {
            shown = result.withContent(content(result.content()));
        } else if (message instanceof Message.User user) {
            var blocks = content(user.content().blocks());
            shown = blocks == user.content().blocks()
                    ? user
                    : user.withContent(new Body(blocks, user.content().plain()));
        }
        var json = shown.toJson();
        var masked = json(json);
        return masked == json ? shown : Message.from(masked);
    }

    /** Masks blocks of content. */
    public List<Content> content(List<Content> blocks) {
        if (isNone()) {
            return blocks;
        }
        boolean changed = false;
        var masked = new ArrayList<Content>(blocks.size());
        for (var block : blocks) {
            var next = block(block);
            changed |= next != block;
            masked.add(next);
        }
        return changed ? masked : blocks;
    }

    private Content block(Content block) {
        if (block instanceof Content.Text text) {
            var masked = text(text.text());
            return masked.equals(text.text()) ? text : Content.text(masked);
        }
        if (block instanceof Content.Image image) {
            return holds(image) ? Content.text(LEFT_OUT) : image;
        }
        var json = block.toJson();
        var masked = json(json);
        return masked == json ? block : Content.from(masked);
    }

    private boolean holds(Content.Image image) {
        try {
            return filter.finds(Base64.getMimeDecoder().decode(image.data()));
        } catch (IllegalArgumentException e) {
            return !text(image.data()).equals(image.data());
        }
    }

    /** Masks the output of a tool. */
    public ToolOutput output(ToolOutput output) {
        if (isNone()) {
            return output;
        }
        var content = content(output.content());
        var details = value(output.details());
        var structured = value(output.structuredContent());
        return content == output.content() && details == output.details() && structured == output.structuredContent()
                ? output
                : new ToolOutput(content, details, structured, output.usage(), output.isError(), output.terminate());
    }

    /** Masks the result of a command of the user. */
    public BashResult result(BashResult result) {
        return isNone()
                ? result
                : new BashResult(
                        text(result.output()),
                        result.exitCode(),
                        result.cancelled(),
                        result.truncated(),
                        result.fullOutputPath());
    }

    /** Masks the report of a failure. */
    public HookError error(HookError error) {
        return isNone()
                ? error
                : new HookError(
                        error.hookPath(),
                        error.event(),
                        text(error.error()),
                        error.stack() == null ? null : text(error.stack()));
    }

    /** Returns an exchange whose body is masked behind everything that changes it. */
    public Exchange around(Exchange exchange) {
        return isNone() ? exchange : new MaskedExchange(exchange);
    }

    /** Masks every text in an object, names of fields too. */
    public JsonObject json(JsonObject object) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        boolean changed = false;
        for (var field : object.asMap().entrySet()) {
            var name = text(field.getKey());
            var value = value(field.getValue());
            changed |= !name.equals(field.getKey()) || value != field.getValue();
            fields.put(name, value);
        }
        return changed ? JsonObject.from(fields) : object;
    }

    private @Nullable Object value(@Nullable Object value) {
        if (value instanceof String text) {
            return text(text);
        }
        if (value instanceof JsonObject object) {
            return json(object);
        }
        if (value instanceof Map<?, ?> map) {
            var object = new LinkedHashMap<String, @Nullable Object>();
            map.forEach((name, field) -> object.put(String.valueOf(name), field));
            var before = JsonObject.from(object);
            var masked = json(before);
            return masked == before ? map : masked;
        }
        if (!(value instanceof List<?> list)) {
            return value;
        }
        boolean changed = false;
        var masked = new ArrayList<@Nullable Object>(list.size());
        for (var element : list) {
            var next = value(element);
            changed |= next != element;
            masked.add(next);
        }
        return changed ? masked : list;
    }

    private final class MaskedExchange implements Exchange {
        private final Exchange exchange;

        MaskedExchange(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public Map<String, String> headers(Map<String, String> headers) throws InterruptedException {
            return exchange.headers(headers);
        }

        @Override
        public JsonObject body(JsonObject body) throws InterruptedException {
            return json(exchange.body(body));
        }

        @Override
        public void response(int status, Map<String, String> headers) throws InterruptedException {
            exchange.response(status, headers);
        }

        @Override
        public boolean wantsStreamEvents() {
            return exchange.wantsStreamEvents();
        }

        @Override
        public void event(JsonObject data) throws InterruptedException {
            exchange.event(data);
        }
    }
}
