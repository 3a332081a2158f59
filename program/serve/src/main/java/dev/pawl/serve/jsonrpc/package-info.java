/** JSON-RPC 2.0, with requests in both directions. Begin with {@link Connection}. */
package dev.pawl.serve.jsonrpc;
