/**
 * Lets another program drive an agent with pi's RPC commands. {@link RpcRun} is one run, {@code RpcMode} reads
 * commands and writes events, and {@code RpcCommands} implements the commands.
 */
package dev.pawl.serve.rpc;
