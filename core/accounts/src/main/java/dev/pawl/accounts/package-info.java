/**
 * Proves who sends a request to a provider. {@link Fetcher} is how the packages below send their own requests:
 * {@code signin} signs users in to providers, {@code cloud} finds the credentials of machines, and {@code secret}
 * keeps keys out of everything that is printed.
 */
package dev.pawl.accounts;
