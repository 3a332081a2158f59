package dev.pawl.serve.rpc;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Placement;
import dev.pawl.api.ui.Severity;
import dev.pawl.serve.driven.RecordWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The user behind an RPC client: dialogs are requests that it answers, everything else is a notification. */
final class RpcUi extends NoUi {
    private static final JsonObject CANCELLED = JsonObject.of("cancelled", true);

    private final RecordWriter out;
    private final Map<String, BlockingQueue<JsonObject>> waiting = new ConcurrentHashMap<>();

    private volatile boolean gone;

    RpcUi(RecordWriter out) {
        this.out = out;
    }

    /** No answer comes any more: every dialog is cancelled. */
    void clientGone() {
        gone = true;
        waiting.values().forEach(dialog -> dialog.offer(CANCELLED));
    }

    /** Returns whether the client has yet to answer a dialog. */
    boolean isAsking() {
        return !waiting.isEmpty();
    }

    /** An answer of the client; an unexpected or a second one is ignored. */
    void answer(JsonObject response) {
        var dialog = waiting.remove(response.string("id", ""));
        if (dialog != null) {
            dialog.offer(response);
        }
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return value(ask(request("select").with("title", title).with("options", options), dialog));
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        var answer = ask(request("confirm").with("title", title).with("message", message), dialog);
        return answer != null && answer.bool("confirmed", false);
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        var request = request("input").with("title", title);
        return value(ask(placeholder.isEmpty() ? request : request.with("placeholder", placeholder), dialog));
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        var request = request("editor").with("title", title);
        return value(ask(prefill.isEmpty() ? request : request.with("prefill", prefill), DialogOptions.NONE));
    }

    @Override
    public void notify(String message, Severity severity) {
        out.write(request("notify")
                .with("message", message)
                .with("notifyType", severity.name().toLowerCase(Locale.ROOT)));
    }

    @Override
    public void notify(String message, String kind) {
        var request = request("notify").with("message", message);
        out.write(kind.isEmpty() ? request : request.with("notifyType", kind));
    }

    @Override
    public void setStatus(String key, @Nullable String text) {
        var request = request("setStatus").with("statusKey", key);
        out.write(request.given("statusText", text));
    }

    @Override
    public void setWidget(String key, List<String> lines, Placement placement) {
        out.write(request("setWidget")
                .with("widgetKey", key)
                .with("widgetLines", lines)
                .with("widgetPlacement", word(placement)));
    }

    private static String word(Placement placement) {
        return placement == Placement.BELOW_EDITOR ? "belowEditor" : "aboveEditor";
    }

    @Override
    public void setWidget(String key, List<String> lines) {
        out.write(request("setWidget").with("widgetKey", key).with("widgetLines", lines));
    }

    @Override
    public void clearWidget(String key) {
        out.write(request("setWidget").with("widgetKey", key));
    }

    @Override
    public void clearWidget(String key, Placement placement) {
        out.write(request("setWidget").with("widgetKey", key).with("widgetPlacement", word(placement)));
    }

    @Override
    public void setTitle(String title) {
        out.write(request("setTitle").with("title", title));
    }

    @Override
    public void setEditorText(String text) {
        out.write(request("set_editor_text").with("text", text));
    }

    @Override
    public void pasteToEditor(String text) {
        setEditorText(text);
    }

    /** Asks and waits; null if the user cancelled or took too long. */
    private @Nullable JsonObject ask(JsonObject request, DialogOptions dialog) throws InterruptedException {
        var timeout = dialog.timeout();
        var id = request.string("id", "");
        var answer = new ArrayBlockingQueue<JsonObject>(1);
        waiting.put(id, answer);
        if (gone) {
            answer.offer(CANCELLED);
        }
        try {
            out.write(timeout == null ? request : request.with("timeout", timeout.toMillis()));
            var response = timeout == null ? answer.take() : answer.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return response == null || response.bool("cancelled", false) ? null : response;
        } finally {
            waiting.remove(id);
        }
    }

    private static Optional<String> value(@Nullable JsonObject response) {
        return Optional.ofNullable(response == null ? null : response.string("value"));
    }

    private static JsonObject request(String method) {
        return JsonObject.of(
                        "type", "extension_ui_request", "id", UUID.randomUUID().toString())
                .with("method", method);
    }
}
