/**
 * Finds the key of a provider. {@link Credentials} knows the order of the places, and {@link AuthFile} stores keys
 * and sign-ins.
 */
package dev.pawl.ai.credentials;
