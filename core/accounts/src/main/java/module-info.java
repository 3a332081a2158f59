/** Proves who asks: sign-ins by OAuth, credentials of clouds, and secrets that no message shows. */
@org.jspecify.annotations.NullMarked
module dev.pawl.accounts {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;

    exports dev.pawl.accounts;
    exports dev.pawl.accounts.cloud;
    exports dev.pawl.accounts.oauth;
    exports dev.pawl.accounts.secret;
    exports dev.pawl.accounts.signin;
}
