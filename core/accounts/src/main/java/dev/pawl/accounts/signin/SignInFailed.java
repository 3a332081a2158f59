package dev.pawl.accounts.signin;

import java.io.IOException;

/** A sign-in that did not come about, in a sentence that holds no token. */
public final class SignInFailed extends IOException {
    private static final long serialVersionUID = 1L;

    SignInFailed(String sentence) {
        super(sentence);
    }
}
