/**
 * Provides tests with whatever they need of the machine: programs, servers, ports and time. {@link Needed} names or
 * skips a missing program, {@link Await} waits for another thread or process, and {@link Checkout} finds the files of
 * the project.
 */
package dev.pawl.machine;
