package dev.pawl.observe.watch;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.hooks.dispatch.Engine;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Publishes a session for {@code pawl watch}: its state, its last lines, its cost, and the hooks that it waits for. */
public final class LiveSession implements Hook {
    /** The name of the hook. */
    public static final String PATH = "builtin:watch";

    private static final int LINES = 40;
    private static final long TICK_MILLIS = 1_000;

    private final LiveFolder folder;
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private @Nullable Engine engine;
    private @Nullable String id;
    private @Nullable JsonObject question;
    private String state = "idle";
    private double cost;
    private long questions;
    private boolean ended;

    public LiveSession(LiveFolder folder) {
        this.folder = folder;
    }

    @Override
    public void install(Host host) {
        host.on(HookPoints.SESSION_START, (_, ctx) -> begin(ctx));
        host.on(HookPoints.AGENT_START, (_, _) -> setState("working"));
        host.on(HookPoints.AGENT_SETTLED, (_, _) -> setState("idle"));
        host.on(HookPoints.MESSAGE_END, (end, _) -> {
            messageEnded(end.message());
            return end;
        });
        host.on(HookPoints.TOOL_EXECUTION_START, (start, _) -> add(SessionLines.call(start.toolName(), start.args())));
        host.on(HookPoints.SESSION_SHUTDOWN, (_, _) -> end());
    }

    /** Also publishes the hooks that the session waits for. */
    public synchronized void watch(Engine of) {
        engine = of;
        Thread.ofVirtual().name("watch").start(this::publishRegularly);
    }

    private void publishRegularly() {
        try {
            while (true) {
                synchronized (this) {
                    wait(TICK_MILLIS);
                    if (ended) {
                        return;
                    }
                    if (!state.equals("idle")) {
                        publish();
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void begin(HookContext ctx) {
        var session = ctx.session();
        id = session.id();
        facts.put("id", session.id());
        facts.put("pid", ProcessHandle.current().pid());
        facts.put("cwd", ctx.project().cwd().toString());
        var file = session.file();
        if (file != null) {
            facts.put("file", file.toString());
        }
        publish();
    }

    private synchronized void setState(String now) {
        state = now;
        publish();
    }

    private synchronized void messageEnded(Message message) {
        if (message instanceof Message.Assistant answer) {
            cost += answer.usage().cost().total();
        }
        add(SessionLines.text(message));
    }

    private synchronized void add(String text) {
        if (!text.isBlank()) {
            lines.addLast(text);
            while (lines.size() > LINES) {
                lines.removeFirst();
            }
            publish();
        }
    }

    /** Publishes a question and returns its number. */
    synchronized long ask(String kind, String title, String message, List<String> options) {
        questions++;
        question = JsonObject.of("number", questions, "kind", kind)
                .with("title", title)
                .with("message", message)
                .with("options", options);
        publish();
        return questions;
    }

    synchronized void answered() {
        question = null;
        publish();
    }

    /** The answer to a question; null if there is none yet. */
    synchronized @Nullable String answer(long number) {
        try {
            var given = id == null ? null : folder.takeAnswer(id);
            return given != null && given.number("number", -1) == number ? given.string("answer") : null;
        } catch (IOException e) {
            return null;
        }
    }

    private synchronized void publish() {
        if (id == null || ended) {
            return;
        }
        var all = new LinkedHashMap<String, @Nullable Object>(facts);
        all.put("state", question == null ? state : "asks");
        all.put("time", Instant.now().toString());
        all.put("cost", cost);
        all.put("lines", List.copyOf(lines));
        all.put("question", question);
        all.put(
                "waiting",
                engine == null
                        ? List.of()
                        : engine.waiting().stream()
                                .filter(one -> !one.hook().equals(PATH))
                                .map(one -> one.hook() + " at " + one.point())
                                .toList());
        try {
            folder.publish(Objects.requireNonNull(id), JsonObject.from(all));
        } catch (IOException e) {
            ended = true; // A failure to publish must not disturb a conversation.
        }
    }

    private synchronized void end() throws IOException {
        ended = true;
        notifyAll();
        if (id != null) {
            folder.remove(id);
        }
    }
}
