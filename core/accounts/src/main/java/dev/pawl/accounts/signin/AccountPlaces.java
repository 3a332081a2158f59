package dev.pawl.accounts.signin;

import org.jspecify.annotations.Nullable;

/**
 * Where accounts are signed in to; {@code %s} stands for the domain of GitHub or of a company's own.
 *
 * @param callback the port and path that ChatGPT sends browsers back to; it takes no other
 */
public record AccountPlaces(
        String github,
        String githubApi,
        String copilotApi,
        String openAi,
        int callback,
        String openRouter,
        String xai) {
    public static final AccountPlaces PUBLIC = new AccountPlaces(
            "https://%s",
            "https://api.%s",
            "https://copilot-api.%s",
            "https://auth.openai.com",
            1455,
            "https://openrouter.ai",
            "https://auth.x.ai");

    static String at(String place, @Nullable String domain) {
        return place.replace("%s", domain == null ? "github.com" : domain);
    }
}
