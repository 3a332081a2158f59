package dev.pawl.ai;

import dev.pawl.ai.catalogue.Catalogue;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.demo.DemoProvider;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.ai.http.Http;
import dev.pawl.ai.http.ModelCall;
import dev.pawl.base.net.Network;
import java.time.Duration;

/** The models together with the client that they are asked through, which is closed after its last use. */
public final class OpenModels implements AutoCloseable {
    private final Http http;
    private final Models models;

    /**
     * @param network the way to the providers
     * @param demoPace how long the demonstration model takes for a piece of its answer
     */
    public OpenModels(ModelsSetup setup, CallSettings settings, Network network, Duration demoPace) {
        http = new Http(network);
        models = new Models(setup, new ModelCall(http, settings, setup.clock()), Catalogue::new, http);
        models.register(DemoProvider.NAME, DemoProvider.config(setup.clock(), demoPace));
    }

    public Models models() {
        return models;
    }

    /** Sets up what an encrypted connection needs, so that the first request does not wait for it. */
    public void warm() {
        http.warmTls();
    }

    /** Ends all requests that are under way. */
    @Override
    public void close() {
        http.close();
    }
}
