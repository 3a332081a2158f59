package dev.pawl.bridge.requests;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.Scope;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What extensions can ask for and tell, by name. */
public final class Requests {
    private static final Duration IN_ORDER = Duration.ofMillis(50);

    /** Does what is asked. */
    @FunctionalInterface
    interface Answerer {
        @Nullable
        Object answer(ExtensionRequest ask) throws Exception;
    }

    /** Where answers and failures go. */
    public interface Replies {
        void send(JsonObject message) throws InterruptedException;

        /** Something in an extension failed where nobody waited for it. */
        void reportError(@Nullable Extension hook, JsonObject message);

        void reportFailure(Extension hook, String what, Throwable failure);
    }

    private final Map<String, Answerer> answerers = new HashMap<>();

    public Requests() {
        SessionRequests.addTo(answerers);
        ModelRequests.addTo(answerers);
        HostRequests.addTo(answerers);
        UiRequests.addTo(answerers);
    }

    /** Takes a message and returns at once; what is told by one extension is done in that order. */
    public void take(JsonObject message, @Nullable Scope scope, @Nullable Extension hook, Replies replies) {
        var kind = message.string("k", "");
        if (kind.equals("back")) {
            takeBack(message);
            return;
        }
        if (hook == null) {
            if (kind.equals("req")) {
                Thread.startVirtualThread(() -> reply(
                        message,
                        null,
                        new IllegalStateException("This extension is no longer part of a session"),
                        replies));
            } else if (message.string("m", "").equals("error")) {
                replies.reportError(null, message);
            }
            return;
        }
        var ask = new ExtensionRequest(hook, scope, message.list("a"));
        if (kind.equals("tell")) {
            hook.lane().run(() -> tell(message, ask, replies));
        } else {
            var thread = Thread.ofVirtual().unstarted(() -> answer(message, ask, replies));
            if (scope != null) {
                scope.asking().add(thread);
            }
            under.put(message.number("i", 0), thread);
            thread.start();
        }
    }

    private final Map<Long, Thread> under = new java.util.concurrent.ConcurrentHashMap<>();

    /** The extension no longer wants to know. */
    private void takeBack(JsonObject message) {
        var thread = under.get(message.number("i", 0));
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void tell(JsonObject message, ExtensionRequest ask, Replies replies) {
        if (message.string("m", "").equals("error")) {
            replies.reportError(ask.hook(), message);
            return;
        }
        try {
            find(message).answer(ask);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            replies.reportFailure(ask.hook(), message.string("m", ""), e);
        }
    }

    private void answer(JsonObject message, ExtensionRequest ask, Replies replies) {
        Object value = null;
        Exception failure = null;
        try {
            if (message.bool("s", false)) {
                ask.hook().settle(IN_ORDER);
            }
            value = find(message).answer(ask);
        } catch (Exception e) {
            failure = e;
        } finally {
            under.remove(message.number("i", 0));
            var scope = ask.scope();
            if (scope != null) {
                scope.asking().remove(Thread.currentThread());
            }
        }
        // Whoever was interrupted has still to be answered.
        Thread.interrupted();
        reply(message, value, failure, replies);
    }

    private static void reply(
            JsonObject message, @Nullable Object value, @Nullable Exception failure, Replies replies) {
        var answer = Fields.of("k", "res").put("i", message.number("i", 0));
        if (failure instanceof InterruptedException) {
            answer.put("v", null);
        } else if (failure != null) {
            var words = FailureText.of(failure);
            answer.put("e", JsonObject.of("message", words));
        } else {
            answer.put("v", value);
        }
        try {
            replies.send(answer.json());
        } catch (IllegalStateException e) {
            // Nobody is there to hear it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answerer find(JsonObject message) {
        var answerer = answerers.get(message.string("m", ""));
        if (answerer == null) {
            throw new IllegalArgumentException("there is nothing called " + message.string("m", "") + " to ask for");
        }
        return answerer;
    }
}
