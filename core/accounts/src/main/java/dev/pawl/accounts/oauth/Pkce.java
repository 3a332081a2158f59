package dev.pawl.accounts.oauth;

import dev.pawl.base.Sha256;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Proves that the program that asks for tokens is the one that began the sign-in (RFC 7636, method S256).
 *
 * @param verifier is shown at the end only
 * @param challenge its hash, which goes first
 */
public record Pkce(String verifier, String challenge) {
    public static Pkce fresh() {
        var verifier = random();
        return new Pkce(verifier, challenge(verifier));
    }

    /** 32 random bytes, which can be in an address. */
    public static String random() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public static String challenge(String verifier) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(verifier));
    }

    /** Neither half is for logs. */
    @Override
    public String toString() {
        return "Pkce[***]";
    }
}
