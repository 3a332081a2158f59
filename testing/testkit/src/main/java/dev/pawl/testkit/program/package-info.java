/**
 * Starts the program in a separate process. {@link PawlProcess} runs it in a temporary home, and {@link RpcClient}
 * drives it.
 */
package dev.pawl.testkit.program;
