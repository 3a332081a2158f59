package dev.pawl.ai;

import dev.pawl.accounts.signin.AccountPlaces;
import dev.pawl.accounts.signin.Accounts;
import dev.pawl.ai.http.Http;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** The built-in sign-ins, at a server of the test's own and without waiting. */
public final class TestAccounts {
    private TestAccounts() {}

    /**
     * The sign-ins at an address.
     *
     * @param waits gets how long the sign-in would have waited each time
     */
    public static Accounts at(String address, Http http, InstantSource clock, List<Duration> waits) {
        return new Accounts(
                http,
                new AccountPlaces(address, address, address, address, 0, address, address),
                Map.of(),
                clock,
                time -> {
                    waits.add(time);
                    if (Thread.interrupted()) {
                        throw new InterruptedException("a wait of the sign-in");
                    }
                });
    }
}
