package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.Command;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.base.Words;
import dev.pawl.cli.Notice;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Outline;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows what hooks did to one call of a tool, to what was stopped last, and to what the model was sent. */
public final class WhyReport {
    private static final int OTHERS = 8;
    private static final int OFFERED = 20;
    private static final int ABOUT = 60;

    /** The points at which hooks may change what the model reads. */
    private static final Set<String> SENT = Set.of(
            "input",
            "before_agent_start",
            "context",
            "context_with_system",
            "before_provider_headers",
            "before_provider_request");

    private final CommandScope out;
    private final Look look;
    private final Agent agent;
    private final Supplier<List<Notice>> notices;

    /** @param notices what was wrong or left out when hooks and settings were loaded */
    WhyReport(CommandScope out, Supplier<List<Notice>> notices) {
        this.out = out;
        this.look = out.screen().look;
        this.agent = out.agent();
        this.notices = notices;
    }

    /**
     * A call of a tool, counted from the beginning of the conversation. One that a tool made has the number of that call, a
     * slash and its own.
     *
     * @param result null if there is none yet
     */
    private record Call(String number, Content.ToolUse use, Message.@Nullable ToolResult result) {
        boolean isBelow(Call other) {
            return number.startsWith(other.number + "/");
        }

        boolean isOfModel() {
            return number.indexOf('/') < 0;
        }

        String about() {
            return Untrusted.line(use.name()) + " " + WhyReport.about(use.arguments());
        }
    }

    private List<Call> calls() {
        var uses = new ArrayList<Content.ToolUse>();
        var results = new HashMap<String, Message.ToolResult>();
        for (var entry : agent.session().branch()) {
            if (entry instanceof Entry.MessageEntry stored) {
                switch (stored.message()) {
                    case Message.Assistant answer -> uses.addAll(answer.toolCalls());
                    case Message.ToolResult result -> results.put(result.toolCallId(), result);
                    default -> {}
                }
            }
        }
        var calls = new ArrayList<Call>();
        for (int i = 0; i < uses.size(); i++) {
            var call = new Call(
                    String.valueOf(i + 1), uses.get(i), results.get(uses.get(i).id()));
            calls.add(call);
            calls.addAll(below(call));
        }
        return calls;
    }

    /** The calls that a tool made. */
    private static List<Call> below(Call call) {
        var result = call.result();
        return result == null
                ? List.of()
                : result.extra().object("nestedCalls").objects("calls").stream()
                        .map(made -> {
                            var id = made.string("id", "");
                            var number = id.substring(
                                    Math.min(id.length(), call.use().id().length()));
                            var use = Content.ToolUse.of(id, made.string("name", ""), made.object("arguments"));
                            return new Call(call.number() + number, use, null);
                        })
                        .toList();
    }

    /** What a call is about, in a few words. */
    private static String about(JsonObject arguments) {
        for (var field : List.of("command", "path", "pattern")) {
            var value = arguments.string(field);
            if (value != null) {
                return Lines.truncate(Untrusted.line(value), ABOUT);
            }
        }
        return Lines.truncate(Untrusted.line(Json.write(arguments)), ABOUT);
    }

    /** @param written the number or the id of a call; nothing for what happened last */
    void show(String written) throws InterruptedException {
        var calls = calls();
        if (calls.isEmpty() && agent.engine().hooks().isEmpty() && notices.get().isEmpty()) {
            out.status("No hooks are loaded, so none did anything.");
            return;
        }
        var outline = new Outline(look);
        if (written.isEmpty()) {
            last(outline, calls);
            leftOut(outline);
        } else {
            var call = find(calls, written);
            if (call == null) {
                out.warn("There is no call \"" + written + "\" in this conversation; it has "
                        + (calls.isEmpty() ? "none." : "calls 1 to " + ofModel(calls) + "."));
                return;
            }
            append(outline, "Call " + call.number() + " of " + ofModel(calls), call, calls);
        }
        if (outline.isEmpty()) {
            out.status("No hook has blocked, changed or broken anything in this session.");
        } else {
            out.report(outline);
        }
    }

    private static @Nullable Call find(List<Call> calls, String written) {
        for (var call : calls) {
            if (call.use().id().equals(written) || call.number().equals(written)) {
                return call;
            }
        }
        return null;
    }

    private void last(Outline outline, List<Call> calls) {
        var effects = new ArrayList<>(agent.engine().traces().effects());
        if (!calls.isEmpty()) {
            var call = calls.reversed().stream()
                    .filter(Call::isOfModel)
                    .findFirst()
                    .orElseThrow();
            append(outline, "The last call, " + call.number(), call, calls);
            effects.removeIf(trace -> isAbout(trace, call.use().id()));
        }
        one(outline, effects, "Stopped last", trace -> has(trace, Effect.STOPPED), calls);
        one(
                outline,
                effects,
                "Changed last of what the model is sent",
                trace -> !trace.isRemark() && SENT.contains(trace.point()) && has(trace, Effect.CHANGED),
                calls);
        if (!effects.isEmpty()) {
            heading(outline, "What else was done, newest last");
            for (var trace : effects.subList(Math.max(0, effects.size() - OTHERS), effects.size())) {
                append(outline, trace, calls);
            }
        }
    }

    /** What has no effect because it was refused or could not be read. */
    private void leftOut(Outline outline) {
        var all = notices.get();
        if (all.isEmpty()) {
            return;
        }
        heading(outline, "Reported when hooks and settings were loaded");
        for (var notice : all) {
            var message = notice.message().strip();
            var shown = notice.where().isEmpty() || message.startsWith(notice.where())
                    ? message
                    : notice.where() + ": " + message;
            outline.add(1, () -> look.paths(Untrusted.line(shown)));
        }
    }

    /** The newest of a kind; what is shown is removed. */
    private void one(Outline outline, List<Trace> effects, String title, Predicate<Trace> kind, List<Call> calls) {
        for (var trace : List.copyOf(effects).reversed()) {
            if (kind.test(trace)) {
                heading(outline, title);
                append(outline, trace, calls);
                int place = effects.indexOf(trace);
                effects.remove(place);
                while (place < effects.size() && effects.get(place).isRemark()) {
                    TraceText.append(outline, look, effects.remove(place), 1);
                }
                return;
            }
        }
    }

    private void heading(Outline outline, String title) {
        if (!outline.isEmpty()) {
            outline.add(0, () -> "");
        }
        outline.add(0, () -> look.accent(look.bold(title)));
    }

    private void append(Outline outline, Trace trace, List<Call> calls) {
        for (var call : calls) {
            if (isAbout(trace, call.use().id())) {
                outline.add(1, () -> look.muted("call " + call.number() + ": " + call.about()));
            }
        }
        TraceText.append(outline, look, trace, 1);
    }

    private static long ofModel(List<Call> calls) {
        return calls.stream().filter(Call::isOfModel).count();
    }

    private void append(Outline outline, String title, Call call, List<Call> calls) {
        heading(outline, title + ": " + call.about());
        var engine = agent.engine();
        var about = engine.traces().latest().stream()
                .filter(trace -> isAbout(trace, call.use().id()))
                .toList();
        var shown = call;
        for (var trace : about) {
            var of = calls.stream()
                    .filter(one -> one.isBelow(call) && one.use().id().equals(trace.toolCallId()))
                    .findFirst()
                    .orElse(call);
            if (!of.equals(shown) && !of.equals(call)) {
                outline.add(1, () -> look.muted("call " + of.number() + ": " + of.about()));
            }
            shown = of;
            TraceText.append(outline, look, trace, of.equals(call) ? 1 : 2);
        }
        if (about.isEmpty()) {
            boolean any =
                    engine.listening().stream().anyMatch(one -> one.point().startsWith("tool_"));
            outline.add(
                    1,
                    () -> look.muted(
                            any
                                    ? "No hook was asked about it, or it is too long ago."
                                    : "No hook listens to calls of tools."));
        }
        var result = call.result();
        if (result != null && result.isError() && about.stream().noneMatch(WhyReport::isClosed)) {
            var words = Untrusted.line(Words.firstLine(result.text().strip()));
            outline.add(1, () -> look.muted("No hook is the reason of its error: ") + words);
        }
    }

    /** Whether a hook is the reason that a call did not run. */
    private static boolean isClosed(Trace trace) {
        return has(trace, Effect.STOPPED) || has(trace, Effect.FAILED) || has(trace, Effect.TIMED_OUT);
    }

    /** The hook that stopped a call; null if none did. */
    public static @Nullable String stopper(Engine engine, String callId) {
        for (var trace : engine.traces().effects().reversed()) {
            if (callId.equals(trace.toolCallId())) {
                for (var step : trace.steps()) {
                    if (step.effect() == Effect.STOPPED) {
                        return step.hook();
                    }
                }
            }
        }
        return null;
    }

    /** Calls within a call have its id and a number. */
    private static boolean isAbout(Trace trace, String callId) {
        var id = trace.toolCallId();
        return Objects.equals(id, callId) || (id != null && id.startsWith(callId + "/"));
    }

    private static boolean has(Trace trace, Effect effect) {
        return trace.steps().stream().anyMatch(step -> step.effect() == effect);
    }

    List<Command.Completion> complete(String prefix) {
        return calls().reversed().stream()
                .filter(call -> call.number().startsWith(prefix))
                .limit(OFFERED)
                .map(call -> new Command.Completion(call.number(), call.number(), call.about()))
                .toList();
    }
}
