/**
 * Reads and writes single lines of session files as bytes, without building objects. {@link RecordParser} goes
 * through the fields of a line; {@link Migration} converts files of older versions.
 */
package dev.pawl.session.record;
