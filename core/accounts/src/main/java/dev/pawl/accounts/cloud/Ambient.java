package dev.pawl.accounts.cloud;

import dev.pawl.accounts.secret.Secret;
import dev.pawl.api.model.Model;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Credentials that a cloud's machine, or the cloud's own program, provides: they were not saved by Pawl. */
public interface Ambient {
    /**
     * The credentials that requests are made with.
     *
     * @param token goes into {@code Authorization: Bearer}; null where requests are signed
     * @param signing makes the signer of requests to a model; null where there is a token
     * @param environment what is known besides, as variables
     */
    record Access(@Nullable Secret token, @Nullable Function<Model, Signer> signing, Map<String, String> environment) {}

    /** Returns where the credentials would come from, as users call it; null if there are none. Nothing is run for that. */
    @Nullable
    String source(Map<String, String> environment);

    /** Returns the credentials; an {@link IOException} states in a sentence why they are not available, and what to do. */
    Access access(Map<String, String> environment) throws IOException, InterruptedException;
}
