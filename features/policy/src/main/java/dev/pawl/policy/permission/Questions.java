package dev.pawl.policy.permission;

import dev.pawl.api.EventBus;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.PermissionQuestion;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.policy.rule.CallFacts;
import dev.pawl.policy.rule.Rules;
import dev.pawl.policy.rule.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks about a call: hooks first, then the user; the answer may be saved. Without an answer the call is refused. */
final class Questions {
    private static final String ONCE = "Allow once";
    private static final String NO = "No";
    private static final String NO_BECAUSE = "No, because …";
    private static final int LONGEST = 2_000;

    private final EventBus bus;
    private final Grants grants;
    private final Rules rules;
    private final LocalRules local;

    Questions(EventBus bus, Grants grants, Rules rules, LocalRules local) {
        this.bus = bus;
        this.grants = grants;
        this.rules = rules;
        this.local = local;
    }

    /** Why the call does not run; null if it does. */
    @Nullable
    String ask(CallFacts call, Verdict.Ask verdict, PermissionQuestion.Call made, HookContext ctx)
            throws InterruptedException {
        var what = what(call, made);
        var question = new PermissionQuestion(call.tool(), what, verdict.why(), verdict.suggested(), made, ctx);
        bus.emit(PermissionQuestion.CHANNEL, question);
        if (Thread.interrupted()) {
            throw new InterruptedException("aborted while hooks were asked about " + what);
        }
        var answered = question.answer();
        if (answered != null) {
            addRules(answered, ctx);
            return answered.allowed() ? null : answered.reason();
        }
        if (!ctx.ui().hasUser()) {
            return "Not allowed: " + verdict.why()
                    + ", and there is no user to ask; do it in another way, or describe what you would have done.";
        }
        return answer(call, verdict, what, made, ctx);
    }

    private @Nullable String answer(
            CallFacts call, Verdict.Ask verdict, String what, PermissionQuestion.Call made, HookContext ctx)
            throws InterruptedException {
        var rule = String.join(", ", verdict.suggested());
        var session = rule.isEmpty() ? "Allow this for the session" : "Allow for this session: " + rule;
        var always = "Always allow in this project: " + rule;
        var options = new ArrayList<String>();
        options.add(ONCE);
        var parent = made.parentToolCallId();
        var rest = "Allow until the script is done: " + about(call, verdict);
        if (parent != null) {
            options.add(rest);
        }
        options.add(session);
        if (!rule.isEmpty()) {
            options.add(always);
        }
        options.add(NO);
        options.add(NO_BECAUSE);
        var subject = new DialogOptions.Subject(
                "Allow " + call.tool() + "?", object(call, made), verdict.about(), verdict.why());
        var chosen = ctx.ui()
                .select(
                        "Allow " + what + "?\n(" + verdict.why() + ")",
                        options,
                        DialogOptions.preselected(NO).withSubject(subject))
                .orElse(NO);
        if (chosen.equals(ONCE)) {
            return null;
        }
        if (parent != null && chosen.equals(rest)) {
            grants.callsOf(ctx.session().id(), parent, about(call, verdict));
            return null;
        }
        if (chosen.equals(session)) {
            grant(call, verdict, made, ctx);
            return null;
        }
        if (chosen.equals(always)) {
            grant(call, verdict, made, ctx);
            keep(verdict.suggested(), ctx);
            return null;
        }
        if (chosen.equals(NO_BECAUSE)) {
            var why =
                    ctx.ui().input("What should the model know?", "").orElse("").strip();
            return "The user said no" + (why.isEmpty() ? "." : ": " + why);
        }
        return "The user said no when asked because " + verdict.why()
                + "; do not try the same in another way, but ask what to do instead.";
    }

    private void grant(CallFacts call, Verdict.Ask verdict, PermissionQuestion.Call made, HookContext ctx) {
        var session = ctx.session().id();
        if (verdict.suggested().isEmpty()) {
            grants.call(session, key(call, made));
        }
        verdict.suggested().forEach(rule -> allow(rule, ctx));
    }

    private void allow(String rule, HookContext ctx) {
        rules.allow(rule, "this session");
        grants.rule(ctx.session().id(), rule);
    }

    /** Adds the rules of a hook's answer; one that cannot be read is named, and allows nothing. */
    private void addRules(PermissionQuestion.Answer answer, HookContext ctx) throws InterruptedException {
        var readable = new ArrayList<String>();
        for (var rule : answer.rules()) {
            try {
                allow(rule, ctx);
                readable.add(rule);
            } catch (IllegalArgumentException e) {
                ctx.ui().notify("A hook adds a rule that cannot be read: " + e.getMessage(), "warning");
            }
        }
        if (answer.always() && !readable.isEmpty()) {
            keep(readable, ctx);
        }
    }

    private void keep(List<String> newRules, HookContext ctx) throws InterruptedException {
        try {
            local.allow(newRules);
        } catch (IOException e) {
            ctx.ui()
                    .notify(
                            "The rule applies to this session only; " + local.file() + " could not be written: "
                                    + e.getMessage(),
                            "warning");
        }
    }

    /** The rules that would allow the call; where none would, its tool and why it is asked about. */
    static String about(CallFacts call, Verdict.Ask verdict) {
        return verdict.suggested().isEmpty()
                ? call.tool() + ", where " + verdict.why()
                : String.join(", ", verdict.suggested());
    }

    /** The call and nothing else: of what is no command and no file, all arguments. */
    static String key(CallFacts call, PermissionQuestion.Call made) {
        var file = call.file();
        var object = call.command() != null
                ? call.command()
                : file != null ? file.path().toString() : made.arguments().toString();
        return call.tool() + "\n" + object;
    }

    /** The call in one text, for clients, of which a long one shows its beginning. */
    private static String what(CallFacts call, PermissionQuestion.Call made) {
        var object = object(call, made);
        if (call.file() != null || call.url() != null) {
            return call.tool() + " " + object;
        }
        return object.isEmpty()
                ? call.tool()
                : call.tool() + ": " + (object.length() > LONGEST ? object.substring(0, LONGEST) + "…" : object);
    }

    /** What the tool is called for: a command, file, address or script, or else its arguments; empty for none. */
    private static String object(CallFacts call, PermissionQuestion.Call made) {
        if (call.command() != null) {
            return call.command();
        }
        if (call.file() != null) {
            return call.file().path().toString();
        }
        if (call.url() != null) {
            return call.url();
        }
        var input = ToolInput.from(call.tool(), made.arguments());
        return input instanceof ToolInput.Script(var code)
                ? code
                : made.arguments().isEmpty() ? "" : made.arguments().toString();
    }
}
