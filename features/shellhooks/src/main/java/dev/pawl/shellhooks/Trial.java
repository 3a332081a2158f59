package dev.pawl.shellhooks;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.answer.AnswerReader;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.file.HttpRules;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import dev.pawl.shellhooks.run.HookRun;
import dev.pawl.shellhooks.run.Runner;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a hook without a session.
 *
 * @param where the file and the place in it
 * @param command what was run
 * @param result the exit code, or why there is none
 * @param decision what came of it
 */
public record Trial(
        String where, String command, String result, long millis, String decision, String output, String error) {
    /** Runs a hook with a payload in its own words; null if it is not meant by it. */
    static @Nullable Trial of(Runner runner, ShellHook hook, HttpRules http, JsonObject payload, Path cwd, Path home)
            throws InterruptedException {
        Dialect dialect = hook.dialect();
        var facts = Facts.written(dialect, hook.event(), payload, cwd);
        if (!facts.match(hook, home)) {
            return null;
        }
        var ran = runner.run(new HookRun(hook, hook.timeout(), http, facts, Map.of(), null));
        String decision;
        try {
            var answer = AnswerReader.of(hook, runner::keep).read(ran);
            decision = answer.shown() + (answer.reason().isEmpty() ? "" : ": " + answer.reason());
        } catch (AnswerReader.Failed e) {
            decision = (hook.blocksOnFailure() ? "block: failed, " : "failed: ") + e.getMessage();
        }
        var why = ran.failure();
        return new Trial(
                hook.source().file() + " " + hook.source().place(),
                hook.handler().shown(),
                why == null ? "exit " + ran.exit() : why,
                ran.nanos() / 1_000_000,
                decision,
                ran.output(),
                ran.error());
    }
}
