/**
 * Runs tests with many drawn values. {@link Property} is the entry point; a failing try is shrunk and reported with
 * its seed.
 */
package dev.pawl.machine.property;
