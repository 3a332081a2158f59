package dev.pawl.agent.rules;

import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.TtsrTriggered;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.value.HookError;
import dev.pawl.config.resources.RuleFiles;
import dev.pawl.config.resources.RuleFiles.RuleFile;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Watches what the model writes, and reports when it breaks a rule of the project. */
public final class RuleWatch {
    private final SystemPrompts prompts;
    private final Settings settings;
    private final Engine engine;
    private final Recorder recorder;
    private final Map<String, Integer> broken = new HashMap<>();
    private final Map<Integer, RuleScan> blocks = new HashMap<>();
    private @Nullable RuleFiles known;
    private List<RuleTrigger> triggers = List.of();
    private List<RuleTrigger> allowed = List.of();
    private @Nullable RuleFile breach;
    private int turn;

    public RuleWatch(SessionCore core) {
        this.prompts = core.prompts();
        this.settings = core.settings();
        this.engine = core.engine();
        this.recorder = core.recorder();
    }

    /** A turn begins: what was written before does not count. */
    public void begin() {
        turn++;
        breach = null;
        blocks.clear();
        allowed = List.of();
        var rules = prompts.resources().rules();
        if (rules.all().isEmpty() || !settings.streamRules().enabled()) {
            return;
        }
        if (rules != known) {
            known = rules;
            triggers = compiled(rules);
        }
        allowed = triggers.stream().filter(this::mayBreak).toList();
    }

    /** Takes in a step of the answer; whether the answer is to be stopped. */
    public boolean sees(StreamDelta delta) throws InterruptedException {
        if (allowed.isEmpty() || breach != null) {
            return false;
        }
        int rule = switch (delta.kind()) {
            case TEXT_DELTA, TOOLCALL_DELTA -> block(delta).add(delta.delta());
            case TEXT_END, TOOLCALL_END -> block(delta).end();
            case TEXT_START, THINKING_START, THINKING_DELTA, THINKING_END, TOOLCALL_START -> -1;
        };
        if (rule < 0) {
            return false;
        }
        var found = allowed.get(rule).rule();
        breach = found;
        broken.put(found.name(), turn);
        engine.fire(HookPoints.TTSR_TRIGGERED, new TtsrTriggered(List.of(described(found))));
        return true;
    }

    public boolean isBroken() {
        return breach != null;
    }

    /** Returns the answer as the session keeps it: what the model is to see of it must not count as aborted. */
    public Message.Assistant asKept(Message.Assistant answer) {
        if (settings.streamRules().context() == Choices.RuleContext.DISCARD) {
            return answer;
        }
        return answer.withContent(answer.content().stream()
                        .filter(block -> !(block instanceof Content.ToolUse))
                        .toList())
                .stopped();
    }

    /** Takes an answer out of what the model sees, unless the settings want it to stay. */
    public void hide(List<String> entryIds) {
        if (settings.streamRules().context() == Choices.RuleContext.DISCARD && !entryIds.isEmpty()) {
            recorder.hide(entryIds.getFirst());
        }
    }

    /** Returns the message to the model about the rule that it broke; null if it broke none. */
    public Message.@Nullable User takeReprimand() {
        var rule = breach;
        if (rule == null) {
            return null;
        }
        breach = null;
        return Message.user(
                text().replace("{name}", rule.name())
                        .replace("{path}", rule.path().toString())
                        .replace("{content}", rule.content()),
                recorder.now());
    }

    private RuleScan block(StreamDelta delta) {
        return blocks.computeIfAbsent(delta.contentIndex(), _ -> new RuleScan(allowed));
    }

    private boolean mayBreak(RuleTrigger trigger) {
        var last = broken.get(trigger.rule().name());
        var rules = settings.streamRules();
        return last == null || (rules.repeat() == Choices.RuleRepeat.AFTER_GAP && turn - last > rules.repeatGap());
    }

    private List<RuleTrigger> compiled(RuleFiles rules) {
        var compiled = new ArrayList<RuleTrigger>();
        for (var rule : rules.all()) {
            var trigger = rule.trigger();
            if (trigger == null || trigger.isEmpty()) {
                continue;
            }
            try {
                compiled.add(RuleTrigger.of(rule, trigger));
            } catch (IllegalArgumentException e) {
                engine.report(new HookError(
                        rule.path().toString(),
                        HookPoints.TTSR_TRIGGERED.name(),
                        "this rule is not used, because its ttsr_trigger is no regular expression of RE2: "
                                + e.getMessage(),
                        null));
            }
        }
        return List.copyOf(compiled);
    }

    private static TtsrTriggered.Rule described(RuleFile rule) {
        return new TtsrTriggered.Rule(
                rule.name(),
                rule.path(),
                rule.content(),
                rule.globs(),
                rule.alwaysApply(),
                rule.description(),
                rule.trigger());
    }

    private static String text() {
        var name = "rule-broken.md";
        try (var in = Objects.requireNonNull(RuleWatch.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
