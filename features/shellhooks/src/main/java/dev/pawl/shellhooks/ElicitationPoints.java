package dev.pawl.shellhooks;

import dev.pawl.api.Host;
import dev.pawl.api.context.ElicitationQuestion;
import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.answer.Answer;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.ShellHook;

/** Runs the hooks of questions that tool servers ask. */
final class ElicitationPoints {
    private ElicitationPoints() {}

    static void install(Host host, ShellHook hook, Firing firing) {
        var channel = hook.moment() == Moment.ELICITATION ? ElicitationQuestion.CHANNEL : ElicitationQuestion.RESULT;
        host.events().on(channel, asked -> {
            if (asked instanceof ElicitationQuestion question && question.answer() == null) {
                run(hook, question, firing);
            }
        });
    }

    private static void run(ShellHook hook, ElicitationQuestion question, Firing firing) {
        var ctx = question.context();
        var params = question.params();
        var facts = firing.facts(ctx)
                .with(Fact.MCP_SERVER_NAME, question.server())
                .with(Fact.MESSAGE, params.string("message", ""))
                .with(Fact.MODE, params.string("mode", "form"))
                .withKnown(Fact.URL, params.get("url"))
                .withKnown(Fact.ELICITATION_ID, params.get("elicitationId"))
                .withKnown(Fact.REQUESTED_SCHEMA, params.get("requestedSchema"));
        var result = question.result();
        if (result != null) {
            facts.withKnown(Fact.ACTION, result.get("action")).withKnown(Fact.CONTENT, result.get("content"));
        }
        try {
            var answer = firing.run(hook, facts, ctx);
            if (answer.refuses()) {
                firing.warn(ctx, answer.reason());
                question.answer("decline", null);
            } else if (answer.verdict() == Answer.Verdict.ALLOW) {
                question.answer("accept", answer.output() instanceof JsonObject content ? content : JsonObject.empty());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
