package dev.pawl.testkit.browser;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One page of a browser: goes to addresses, runs expressions in it, types, and remembers what it complained about. */
public final class BrowserPage {
    private static final long LONGEST_SECONDS = 120;

    private final Map<Integer, CompletableFuture<JsonObject>> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final StringBuilder received = new StringBuilder();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> dialogs = new CopyOnWriteArrayList<>();
    private @Nullable WebSocket socket;

    private BrowserPage() {}

    static BrowserPage connect(HttpClient http, URI address, int width, int height)
            throws IOException, InterruptedException {
        var page = new BrowserPage();
        page.socket = http.newWebSocketBuilder()
                .buildAsync(address, page.new Incoming())
                .join();
        for (var domain : List.of("Page", "Runtime", "Log", "Network")) {
            page.call(domain + ".enable", JsonObject.empty());
        }
        page.size(width, height);
        return page;
    }

    /** Gives the page another size, as another device would. */
    public void size(int width, int height) throws IOException, InterruptedException {
        call(
                "Emulation.setDeviceMetricsOverride",
                JsonObject.of("width", width, "height", height)
                        .with("deviceScaleFactor", 1)
                        .with("mobile", width < 600));
    }

    /** Which colours the system of the user asks for: {@code light} or {@code dark}. */
    public void colours(String scheme) throws IOException, InterruptedException {
        call(
                "Emulation.setEmulatedMedia",
                JsonObject.of("features", List.of(JsonObject.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Goes to an address and waits until an expression holds there. */
    public void open(URI address, String until) throws IOException, InterruptedException {
        call("Page.navigate", JsonObject.of("url", address.toString()));
        await("location.href === " + quoted(address.toString()) + " && document.body");
        await(until);
    }

    /** Waits until an expression holds. */
    public void await(String expression) throws IOException, InterruptedException {
        evaluate("new Promise((done, fail) => { const end = Date.now() + " + LONGEST_SECONDS * 1000
                + "; const look = () => { let holds = false; try { holds = !!(" + expression
                + ") } catch { } if (holds) done(true); else if (Date.now() > end) fail(new Error('never held: ' + "
                + quoted(expression) + ")); else setTimeout(look, 10) }; look() })");
    }

    /** The value of an expression, or of the promise that it is. */
    public @Nullable Object evaluate(String expression) throws IOException, InterruptedException {
        var answer = call(
                "Runtime.evaluate",
                JsonObject.of("expression", expression, "awaitPromise", true).with("returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException("the page failed: "
                    + answer.object("exceptionDetails").object("exception").string("description") + " in "
                    + expression);
        }
        return answer.object("result").get("value");
    }

    /** As {@link #evaluate}, as a text. */
    public String text(String expression) throws IOException, InterruptedException {
        return String.valueOf(evaluate("Promise.resolve(" + expression + ").then(String)"));
    }

    /** Clicks in the middle of the first element that a selector finds. */
    public void click(String selector) throws IOException, InterruptedException {
        var box = (JsonObject) evaluate("(() => { const e = document.querySelector(" + quoted(selector)
                + "); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return {x: r.x +"
                + " r.width / 2, y: r.y + r.height / 2} })()");
        for (var type : List.of("mousePressed", "mouseReleased")) {
            call(
                    "Input.dispatchMouseEvent",
                    JsonObject.of("type", type, "button", "left")
                            .with("clickCount", 1)
                            .with("x", box == null ? 0 : box.decimal("x", 0))
                            .with("y", box == null ? 0 : box.decimal("y", 0)));
        }
    }

    /** Presses a key: a character, or a name such as {@code Enter}. */
    public void key(String key) throws IOException, InterruptedException {
        var down = JsonObject.of("type", "keyDown", "key", key);
        if (key.length() == 1) {
            down = down.with("text", key);
        } else if (key.equals("Enter")) {
            down = down.with("text", "\r").with("windowsVirtualKeyCode", 13);
        } else if (key.equals("Escape")) {
            down = down.with("windowsVirtualKeyCode", 27);
        }
        call("Input.dispatchKeyEvent", down);
        call("Input.dispatchKeyEvent", JsonObject.of("type", "keyUp", "key", key));
    }

    /** Types a text where the cursor is. */
    public void type(String text) throws IOException, InterruptedException {
        call("Input.insertText", JsonObject.of("text", text));
    }

    /** What the page looks like, as PNG. */
    public byte[] picture() throws IOException, InterruptedException {
        return Base64.getDecoder()
                .decode(call("Page.captureScreenshot", JsonObject.of("format", "png"))
                        .string("data", ""));
    }

    /** Errors, exceptions, and violations of the page's policy. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** The addresses that the page asked for, without pictures that are in it. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** The texts of dialogs that scripts opened. */
    public List<String> dialogs() {
        return List.copyOf(dialogs);
    }

    private JsonObject call(String method, JsonObject params) throws IOException, InterruptedException {
        int number = numbers.incrementAndGet();
        var answer = new CompletableFuture<JsonObject>();
        waiting.put(number, answer);
        var message = JsonObject.of("id", number, "method", method)
                .with("params", params)
                .toString();
        var open = socket;
        if (open == null) {
            throw new IOException("the page is not connected");
        }
        open.sendText(message, true).join();
        try {
            var json = answer.get(LONGEST_SECONDS + 10, TimeUnit.SECONDS);
            if (json.has("error")) {
                throw new IOException(method + ": " + json.object("error"));
            }
            return json.object("result");
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the browser did not answer " + method, e);
        }
    }

    /** Receives answers and events. */
    private final class Incoming implements WebSocket.Listener {
        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            received.append(data);
            if (last) {
                var json = JsonObject.parse(received.toString());
                received.setLength(0);
                var answer = waiting.remove(json.integer("id", 0));
                if (answer != null) {
                    answer.complete(json);
                } else {
                    event(from, json.string("method", ""), json.object("params"));
                }
            }
            from.request(1);
            return null;
        }
    }

    private void event(WebSocket from, String method, JsonObject params) {
        switch (method) {
            case "Log.entryAdded" -> complaints.add(params.object("entry").string("text", ""));
            case "Runtime.exceptionThrown" ->
                complaints.add(params.object("exceptionDetails").toString());
            case "Network.requestWillBeSent" -> {
                var address = params.object("request").string("url", "");
                if (!address.startsWith("data:image/")) {
                    requests.add(address);
                }
            }
            case "Page.javascriptDialogOpening" -> {
                dialogs.add(params.string("message", ""));
                var message = JsonObject.of("id", numbers.incrementAndGet(), "method", "Page.handleJavaScriptDialog")
                        .with("params", JsonObject.of("accept", false));
                var _ = from.sendText(message.toString(), true);
            }
            default -> {}
        }
    }

    private static String quoted(String text) {
        var json = JsonObject.of("a", text).toString();
        return json.substring(5, json.length() - 1);
    }

    void close() {
        var open = socket;
        if (open != null) {
            open.abort();
        }
    }
}
