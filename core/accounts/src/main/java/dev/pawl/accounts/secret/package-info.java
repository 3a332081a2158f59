/**
 * Keys and tokens that can be used, but not printed by accident. {@link Secret} holds one, {@link ValueTemplate}
 * reads the ways in which users write one, and {@link SecretMask} removes them from texts.
 */
package dev.pawl.accounts.secret;
