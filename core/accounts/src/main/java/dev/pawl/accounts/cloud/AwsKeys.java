package dev.pawl.accounts.cloud;

import dev.pawl.accounts.secret.Secret;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The keys with which requests to Amazon are signed.
 *
 * @param id the public half
 * @param session goes with keys that were lent for some time
 * @param expires when they are not good any more; null if they stay good
 * @param region the region that is beside them; null if none is
 */
record AwsKeys(
        String id,
        Secret secret,
        @Nullable Secret session,
        @Nullable Instant expires,
        @Nullable String region) {}
