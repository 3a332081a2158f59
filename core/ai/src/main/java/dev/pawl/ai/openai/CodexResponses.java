package dev.pawl.ai.openai;

import dev.pawl.accounts.signin.CodexAccount;
import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Responses as ChatGPT offers them to signed-in accounts: the prompt apart, and the account named. */
public final class CodexResponses extends OpenAiResponses {
    @Override
    public String address(Question question) {
        var base = Requests.address(question, "");
        if (base.endsWith("/codex/responses")) {
            return base;
        }
        return base + (base.endsWith("/codex") ? "/responses" : "/codex/responses");
    }

    @Override
    public Map<String, String> headers(Question question) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("openai-beta", "responses=experimental");
        headers.put("originator", "pi");
        var session = Sessions.id(question);
        if (session != null) {
            headers.put("session-id", session);
            headers.put("x-client-request-id", session);
        }
        return headers;
    }

    @Override
    public Map<String, String> headers(Question question, String key) {
        var account = CodexAccount.account(key);
        if (account == null) {
            return headers(question);
        }
        var headers = new LinkedHashMap<>(headers(question));
        headers.put("chatgpt-account-id", account);
        return headers;
    }

    @Override
    public JsonObject body(Question question) {
        var prompt = question.systemPrompt();
        var body = super.body(question.withoutPrompt())
                .without("max_output_tokens", "prompt_cache_retention", "prompt_cache_options")
                .with("instructions", prompt == null ? "You are a helpful assistant." : prompt)
                .with("text", JsonObject.of("verbosity", "low"))
                .with("include", List.of("reasoning.encrypted_content"))
                .with("parallel_tool_calls", true);
        return body.has("tool_choice") ? body : body.with("tool_choice", "auto");
    }
}
