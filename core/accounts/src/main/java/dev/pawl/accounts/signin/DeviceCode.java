package dev.pawl.accounts.signin;

import dev.pawl.accounts.oauth.JsonRequests.Answer;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Waits until a user has typed a code on a page, on whatever machine the browser is (RFC 8628). */
public final class DeviceCode {
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration USUAL = Duration.ofSeconds(5);

    /** Lets time pass. */
    public interface Pause {
        void sleep(Duration time) throws InterruptedException;
    }

    /**
     * The provider's answer to whether the user is done.
     *
     * @param done the result; null if there is none yet
     * @param slower whether it was asked too often
     * @param interval how often it wants to be asked then, in seconds; zero if not specified
     */
    record Reply<T>(@Nullable T done, boolean slower, long interval) {
        static <T> Reply<T> of(T done) {
            return new Reply<>(done, false, 0);
        }

        static <T> Reply<T> pending() {
            return new Reply<>(null, false, 0);
        }

        static <T> Reply<T> slower(long interval) {
            return new Reply<>(null, true, interval);
        }
    }

    private final Pause pause;

    DeviceCode(Pause pause) {
        this.pause = pause;
    }

    /**
     * Asks for a code with a form, shows it, and returns the answer that has the tokens, as the specification describes it.
     *
     * @param form names the client
     */
    Answer grant(
            ProviderConfig.Prompts prompts, AccountHttp http, String codes, Map<String, String> form, String tokens)
            throws IOException, InterruptedException {
        var device = http.form(codes, form);
        var poll = new LinkedHashMap<String, String>();
        poll.put("grant_type", "urn:ietf:params:oauth:grant-type:device_code");
        poll.put("client_id", form.get("client_id"));
        poll.put("device_code", http.field(device, "device_code", "begin a sign-in"));
        return wait(
                prompts,
                device.json()
                        .string("verification_uri_complete", http.field(device, "verification_uri", "begin a sign-in")),
                http.field(device, "user_code", "begin a sign-in"),
                device.json().number("interval", 0),
                device.json().number("expires_in", 900),
                () -> reply(http, http.form(tokens, poll)));
    }

    private static Reply<Answer> reply(AccountHttp http, Answer answer) throws SignInFailed {
        if (answer.json().has("access_token")) {
            return Reply.of(answer);
        }
        return switch (answer.error()) {
            case "authorization_pending" -> Reply.pending();
            case "slow_down" -> Reply.slower(answer.json().number("interval", 0));
            case "access_denied", "authorization_denied" ->
                throw new SignInFailed("The sign-in to " + http.name() + " was refused.");
            case "expired_token" ->
                throw new SignInFailed(
                        "The code of " + http.name() + " was not entered in time. Begin again with /login.");
            default -> throw http.refused(answer, "give tokens");
        };
    }

    /** Shows page and code, and asks the provider until the user is done there, or stops it. */
    <T> T wait(
            ProviderConfig.Prompts prompts,
            String page,
            String code,
            long interval,
            long seconds,
            Callable<Reply<T>> poll)
            throws IOException, InterruptedException {
        var scheme = scheme(page);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw new SignInFailed("The page of the sign-in is no web address, so it is not opened.");
        }
        prompts.openUrl(page, "Enter the code " + code + " there.");
        return Beside.question(
                prompts,
                "Waiting until the code " + code + " is entered at " + page + ". Escape stops the sign-in.",
                () -> poll(interval, seconds, poll),
                null);
    }

    private static String scheme(String page) {
        try {
            var scheme = URI.create(page).getScheme();
            return scheme == null ? "" : scheme;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private <T> T poll(long seconds, long limit, Callable<Reply<T>> poll) throws Exception {
        var interval = seconds > 0 ? Duration.ofSeconds(seconds) : USUAL;
        var left = Duration.ofSeconds(limit);
        while (left.isPositive()) {
            var wait = interval.compareTo(LEAST) < 0 ? LEAST : interval;
            pause.sleep(wait);
            left = left.minus(wait);
            var reply = poll.call();
            var done = reply.done();
            if (done != null) {
                return done;
            }
            if (reply.slower()) {
                interval = reply.interval() > 0 ? Duration.ofSeconds(reply.interval()) : interval.plus(USUAL);
            }
        }
        throw new SignInFailed("The code was not entered in time. Begin again with /login.");
    }
}
