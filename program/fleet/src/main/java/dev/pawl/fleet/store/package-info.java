/**
 * Implements the rules of a fleet over a simple store. {@link Transition} has the rules, {@link Store} is the
 * interface of a store, {@link FileStore} implements it, and {@link StoredDurable} makes an engine of a store.
 */
package dev.pawl.fleet.store;
