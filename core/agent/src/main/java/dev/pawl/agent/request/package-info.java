/**
 * Sends requests to models. {@link TurnRequests} asks for the answer of a turn; {@link ModelGateway} is the way that
 * this and every other request of a session takes: routing, permission by hooks, settings, and the exchange with the
 * provider.
 */
package dev.pawl.agent.request;
