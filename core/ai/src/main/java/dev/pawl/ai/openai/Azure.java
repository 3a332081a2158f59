package dev.pawl.ai.openai;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An API of OpenAI as Azure offers it: the address is the user's own, and models are named by their deployments. */
public final class Azure implements Wire {
    private static final String VERSION = "v1";
    private static final List<String> HOSTS =
            List.of(".openai.azure.com", ".cognitiveservices.azure.com", ".ai.azure.com");
    private static final Set<String> ROOTS = Set.of("", "/openai", "/openai/v1/responses", "/openai/v1");

    private final Wire wire;
    private final Map<String, String> environment;

    /** @param environment contains the location of the resource, and the names of deployments */
    public Azure(Wire wire, Map<String, String> environment) {
        this.wire = wire;
        this.environment = environment;
    }

    @Override
    public @Nullable String lacking(Question question) {
        return base(question.model()).isEmpty()
                ? "it is not known where your resource of Azure is. Set AZURE_OPENAI_BASE_URL"
                        + " (https://NAME.openai.azure.com) or AZURE_OPENAI_RESOURCE_NAME, in the environment or in the"
                        + " \"env\" of \"azure\" in auth.json."
                : null;
    }

    @Override
    public String address(Question question) {
        var address = wire.address(question.at(base(question.model())));
        return wire instanceof OpenAiResponses
                ? address + "?api-version=" + environment.getOrDefault("AZURE_OPENAI_API_VERSION", VERSION)
                : address;
    }

    @Override
    public Map.Entry<String, String> credentials(String key) {
        return Map.entry("api-key", key);
    }

    @Override
    public JsonObject body(Question question) {
        return wire.body(question).with("model", deployment(question.model().id()));
    }

    @Override
    public StreamReader reader(Question question, AnswerBuilder answer) {
        return wire.reader(question, answer);
    }

    private String deployment(String model) {
        for (var pair :
                environment.getOrDefault("AZURE_OPENAI_DEPLOYMENT_NAME_MAP", "").split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equals(model)) {
                var name = pair.substring(equals + 1).strip();
                return name.isEmpty() ? model : name;
            }
        }
        return model;
    }

    private String base(Model model) {
        var given = environment.getOrDefault("AZURE_OPENAI_BASE_URL", "").strip();
        var resource =
                environment.getOrDefault("AZURE_OPENAI_RESOURCE_NAME", "").strip();
        if (given.isEmpty() && !resource.isEmpty()) {
            return "https://" + resource + ".openai.azure.com/openai/v1";
        }
        return whole(given.isEmpty() ? model.baseUrl().strip() : given);
    }

    /** The address of a resource alone is completed by the path of the API; any other is taken as it is. */
    private static String whole(String address) {
        var trimmed = Wire.trimmed(address);
        try {
            var uri = URI.create(trimmed);
            var host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
            boolean azure = HOSTS.stream().anyMatch(host::endsWith);
            return azure && ROOTS.contains(uri.getPath())
                    ? uri.getScheme() + "://" + uri.getAuthority() + "/openai/v1"
                    : trimmed;
        } catch (IllegalArgumentException e) {
            return trimmed;
        }
    }
}
