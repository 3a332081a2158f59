/**
 * Secrets that the model never sees and commands can use. {@link dev.pawl.policy.secret.SecretStore} has the values,
 * {@link dev.pawl.policy.secret.SecretSettings} says where they come from and where they may go.
 */
@org.jspecify.annotations.NullMarked
package dev.pawl.policy.secret;
