package dev.pawl.shellhooks.run;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.answer.AnswerReader;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.file.Handler;
import dev.pawl.shellhooks.file.HttpRules;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Runs hooks that are web addresses: the payload is posted, and the answer is read. Redirects are not followed. */
final class HttpHooks {
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)\\}|(\\w+))");

    /** Copilot's variable: with 1 addresses of this machine need no encryption. */
    private static final String PLAIN = "COPILOT_HOOK_ALLOW_LOCALHOST";

    private final Map<String, String> environment;
    private final WebPosts posts;

    HttpHooks(Map<String, String> environment, WebPosts posts) {
        this.environment = environment;
        this.posts = posts;
    }

    Ran run(HookRun run, Handler.Http hook) throws InterruptedException {
        var rules = run.rules();
        var limit = run.limit();
        long from = System.nanoTime();
        if (!rules.allows(hook.url())) {
            return Ran.failed("allowedHttpHookUrls does not allow " + hook.url(), "", 0);
        }
        if (hook.onlyIfAllowed() && !"1".equals(environment.get(PLAIN))) {
            return Ran.failed("is not asked without encryption unless " + PLAIN + "=1 is in the environment", "", 0);
        }
        try {
            var response = posts.send(request(hook, rules, run.payload()), limit, Runner.MOST);
            return ran(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8), from);
        } catch (TimeoutException e) {
            return Ran.failed("did not answer within " + limit.toMillis() + " ms", "", System.nanoTime() - from);
        } catch (IOException | IllegalArgumentException e) {
            return Ran.failed("could not be asked: " + e.getMessage(), "", System.nanoTime() - from);
        }
    }

    private static Ran ran(int status, String body, long from) {
        long nanos = System.nanoTime() - from;
        if (status >= 300 && status < 400) {
            return Ran.failed("answered with a redirect (" + status + "), which is not followed", "", nanos);
        }
        if (status < 200 || status >= 300) {
            return Ran.failed("answered with the status " + status, "", nanos);
        }
        var begun = AnswerReader.begun(body);
        if (!begun.isEmpty() && !begun.startsWith("{")) {
            return Ran.failed("answered with what is no JSON object", "", nanos);
        }
        return new Ran(0, body, "", nanos, null);
    }

    private HttpRequest request(Handler.Http hook, HttpRules rules, JsonObject payload) {
        var request = posts.request(URI.create(hook.url()))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(payload.toString()));
        hook.headers().forEach((name, value) -> request.setHeader(name, filled(value, hook.allowedVariables(), rules)));
        return request.build();
    }

    /** Variables that are not allowed stand for nothing. */
    private String filled(String value, Set<String> allowed, HttpRules rules) {
        return VARIABLE.matcher(value).replaceAll(found -> {
            var name = found.group(1) == null ? found.group(2) : found.group(1);
            boolean named = allowed.contains(name)
                    && (rules.variables() == null || rules.variables().contains(name));
            return java.util.regex.Matcher.quoteReplacement(named ? environment.getOrDefault(name, "") : "");
        });
    }
}
