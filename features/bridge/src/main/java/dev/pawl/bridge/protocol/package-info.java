/**
 * The protocol between the program and the Node process. {@link HostMessage} and {@link NodeMessage} are the sealed
 * messages of the two sides, {@link MessageCodec} alone knows their JSON, and {@link NodeConnection} makes calls.
 * {@link MessageType}, {@link Method} and {@link RegistrationKind} are the tables from which the documentation is
 * generated.
 */
package dev.pawl.bridge.protocol;
