package dev.pawl.policy.permission;

import dev.pawl.api.EventBus;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.PermissionQuestion;
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
    private static final String NO_BECAUSE = "No, and tell the model why";

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
        var what = what(call);
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
        return answer(call, verdict, what, ctx);
    }

    private @Nullable String answer(CallFacts call, Verdict.Ask verdict, String what, HookContext ctx)
            throws InterruptedException {
        var rule = String.join(", ", verdict.suggested());
        var session = rule.isEmpty() ? "Allow this for the session" : "Allow for this session: " + rule;
        var always = "Always allow in this project: " + rule;
        var options = new ArrayList<String>();
        options.add(ONCE);
        options.add(session);
        if (!rule.isEmpty()) {
            options.add(always);
        }
        options.add(NO);
        options.add(NO_BECAUSE);
        var chosen = ctx.ui()
                .select("Allow " + what + "?\n(" + verdict.why() + ")", options)
                .orElse(NO);
        if (chosen.equals(ONCE)) {
            return null;
        }
        if (chosen.equals(session)) {
            grant(call, verdict, ctx);
            return null;
        }
        if (chosen.equals(always)) {
            grant(call, verdict, ctx);
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

    private void grant(CallFacts call, Verdict.Ask verdict, HookContext ctx) {
        var session = ctx.session().id();
        if (verdict.suggested().isEmpty()) {
            grants.call(session, key(call));
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

    static String key(CallFacts call) {
        return call.tool() + "\n" + call.command() + "\n"
                + (call.file() == null ? "" : call.file().path());
    }

    private static String what(CallFacts call) {
        var command = call.command();
        if (command != null) {
            return call.tool() + ": " + (command.length() > 2_000 ? command.substring(0, 2_000) + "…" : command);
        }
        return call.file() == null
                ? call.tool() + (call.url() == null ? "" : " " + call.url())
                : call.tool() + " " + call.file().path();
    }
}
