package dev.pawl.shellhooks.ahp;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.run.WebPosts;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A web service, which is sent each event in a request of its own. */
final class WebChannel implements Channel {
    private final Registration.Http service;
    private final WebPosts posts;
    private final Map<String, String> environment;

    /** @param environment where the token is */
    WebChannel(Registration.Http service, WebPosts posts, Map<String, String> environment) {
        this.service = service;
        this.posts = posts;
        this.environment = environment;
    }

    @Override
    public @Nullable Denial ask(Event event, Deadline deadline) throws BackendFailure, InterruptedException {
        var response = send(event.request(), deadline);
        if (response.statusCode() != 200) {
            throw new BackendFailure("answered with the status " + response.statusCode());
        }
        var reply = Reply.parse(response.body());
        if (!reply.id().equals(event.id())) {
            throw new BackendFailure("answered another request than the one that was sent");
        }
        return reply.denial();
    }

    @Override
    public void tell(Event event, Deadline deadline) throws BackendFailure, InterruptedException {
        var response = send(event.notification(), deadline);
        if (response.statusCode() != 202 && response.statusCode() != 204) {
            throw new BackendFailure("answered with the status " + response.statusCode());
        }
        if (response.body().length > 0) {
            throw new BackendFailure("answered what must not be answered");
        }
    }

    private HttpResponse<byte[]> send(JsonObject message, Deadline deadline)
            throws BackendFailure, InterruptedException {
        var request = posts.request(service.url())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.writeUtf8(message)));
        var variable = service.tokenVariable();
        if (variable != null) {
            var token = environment.getOrDefault(variable, "");
            if (token.isBlank()) {
                throw new BackendFailure("is not asked, because " + variable + " is not in the environment");
            }
            try {
                request.header("Authorization", "Bearer " + token.strip());
            } catch (IllegalArgumentException e) {
                // Its message has the token.
                throw new BackendFailure("is not asked, because " + variable + " holds what is no token");
            }
        }
        try {
            return posts.send(request.build(), deadline.left(), LARGEST);
        } catch (TimeoutException e) {
            throw deadline.missed();
        } catch (IOException e) {
            throw new BackendFailure("could not be asked: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        // Its connections belong to all services.
    }
}
