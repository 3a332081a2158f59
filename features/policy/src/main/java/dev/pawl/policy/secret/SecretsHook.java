package dev.pawl.policy.secret;

import dev.pawl.api.Command;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.trace.TraceNote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Refuses calls that name a secret where it may not go, and tells who used which. */
public final class SecretsHook implements Hook {
    private static final int MOST = 1_000;

    private final SecretStore store;
    private final List<Use> uses = new ArrayList<>();

    /** A call that was given a secret. */
    private record Use(Instant time, String secret, String session, String call, String tool) {}

    public SecretsHook(SecretStore store) {
        this.store = store;
    }

    @Override
    public void install(Host pi) {
        pi.on(HookPoints.TOOL_AUTHORIZE, this::authorize);
        pi.on(HookPoints.BEFORE_AGENT_START, (start, _) -> start.appendSystemPrompt(explained()));
        pi.command(new Command(
                "secrets", "Show the secrets, and what used them", _ -> Outcome.status(shown()), _ -> List.of()));
    }

    private Decision<ToolAuthorize, Block> authorize(ToolAuthorize shown, HookContext ctx) {
        var tool = shown.call().toolName();
        // A script only passes names on: each call that it makes is judged by itself.
        boolean script = ctx.tools().all().stream()
                .anyMatch(info -> info.name().equals(tool) && info.traits().isReplayed());
        if (script) {
            return shown.allow();
        }
        var why = store.refusal(shown);
        if (why != null) {
            return shown.block(why);
        }
        var used = store.used(shown);
        if (!used.isEmpty()) {
            used.forEach(name -> note(new Use(
                    Instant.now(), name, ctx.session().id(), shown.call().toolCallId(), tool)));
            TraceNote.add("gives the " + (used.size() == 1 ? "secret " : "secrets ") + String.join(", ", used) + " to "
                    + tool);
        }
        return shown.allow();
    }

    private void note(Use use) {
        synchronized (uses) {
            if (uses.size() == MOST) {
                uses.removeFirst();
            }
            uses.add(use);
        }
    }

    private String explained() {
        var lines = new ArrayList<String>();
        for (var one : store.declared()) {
            if (store.has(one.name()) && !one.to().equals("nothing")) {
                lines.add("- ⟦secret:" + one.name() + "⟧: " + one.to()
                        + (one.variable() == null || one.commands().isEmpty()
                                ? ""
                                : "; those commands have it in " + one.variable()));
            }
        }
        return "Text of the form ⟦secret:NAME⟧ stands for a value that you never see. Write it in quotes where the"
                + " value is needed; it is put in when the call runs, and only for these uses:\n"
                + (lines.isEmpty() ? "- none" : String.join("\n", lines))
                + "\nA command line gets a value only if each of its programs is named there: no pipe to another"
                + " program, no redirection to a file, no variable and no substitution.";
    }

    /** The secrets and their uses since the program started. */
    private String shown() {
        var lines = new ArrayList<String>();
        for (var one : store.declared()) {
            lines.add(one.name() + (store.has(one.name()) ? "" : " (no value)") + ": from " + one.from() + "; to "
                    + one.to());
            synchronized (uses) {
                uses.stream()
                        .filter(use -> use.secret().equals(one.name()))
                        .forEach(use -> lines.add("  " + use.time() + " " + use.tool() + ", call " + use.call()
                                + ", session " + use.session()));
            }
        }
        return lines.isEmpty() ? "The settings declare no secrets." : String.join("\n", lines);
    }
}
