/**
 * Reads, writes and holds JSON. {@link JsonObject} is an immutable object and the form of all data whose shape the
 * vocabulary does not fix; {@link Json} parses and prints.
 */
package dev.pawl.api.json;
