/**
 * An HTTP 1.1 client over blocking sockets, for requests that a user may interrupt at any time. Begin with
 * {@link SocketClient}.
 */
package dev.pawl.ai.socket;
