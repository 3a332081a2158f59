/**
 * Events in JSON, as extensions and clients of pi read them. {@link JsonForm} derives the form of an event from its record;
 * a protocol that leaves fields out or names them otherwise says so.
 */
package dev.pawl.hooks.form;
