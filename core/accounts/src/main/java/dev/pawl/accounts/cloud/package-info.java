/**
 * Credentials that a cloud's machine or the cloud's own program provides, for Amazon and Google. Read {@link Ambient}
 * first, then {@link AmazonAmbient} and {@link GoogleAmbient}; {@link Signer} and its implementation {@link SigV4}
 * sign requests.
 */
package dev.pawl.accounts.cloud;
