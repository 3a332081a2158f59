/**
 * The sign-ins by account that are built in. {@link Accounts} lists them, {@link SignIn} is the interface of one, and
 * {@code BrowserVisit} and {@link DeviceCode} are the two ways in which a user grants access.
 */
package dev.pawl.accounts.signin;
