package dev.pawl.ai.google;

import dev.pawl.accounts.cloud.GoogleAmbient;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Wire;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The Gemini API as Vertex AI offers it: with a key, or in a project and a location with a token of Google Cloud. */
public final class GoogleVertex extends GoogleGenerativeAi {
    private static final String HOST = "aiplatform.googleapis.com";
    private static final Pattern VERSIONED = Pattern.compile("/v\\d+(beta\\d*)?(/|$)");

    private final Map<String, String> environment;
    private final boolean token;

    /**
     * @param environment contains the project and the location
     * @param token whether a token goes with the request, not a key
     */
    public GoogleVertex(Map<String, String> environment, boolean token) {
        this.environment = environment;
        this.token = token;
    }

    @Override
    public @Nullable String lacking(Question question) {
        return token && (GoogleAmbient.project(environment) == null || GoogleAmbient.location(environment) == null)
                ? "Vertex AI needs a project and a location. Set GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION, in the"
                        + " environment or in the \"env\" of \"google-vertex\" in auth.json."
                : null;
    }

    @Override
    public String address(Question question) {
        return base(question.model().baseUrl())
                + (own(question.model().baseUrl()) || !token
                        ? ""
                        : "/projects/" + GoogleAmbient.project(environment) + "/locations/"
                                + GoogleAmbient.location(environment))
                + "/publishers/google/models/" + question.model().id() + ":streamGenerateContent?alt=sse";
    }

    /** An address of one's own leads to a place where project and location are known. */
    private static boolean own(String address) {
        return !address.contains(HOST) || address.contains("/v1");
    }

    private String base(String address) {
        if (own(address)) {
            var trimmed = Wire.trimmed(address);
            return VERSIONED.matcher(trimmed).find() ? trimmed : trimmed + "/v1";
        }
        var location = GoogleAmbient.location(environment);
        boolean regional = token && location != null && !location.equals("global");
        return "https://" + (regional ? location + "-" : "") + HOST + "/v1";
    }
}
