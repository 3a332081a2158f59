/**
 * Opens agents that other programs drive. {@link ServedAgent} is the agent of one session with everything that ends
 * with it; {@link ServedSetup} is shared by the sessions of one program.
 */
package dev.pawl.serve.served;
