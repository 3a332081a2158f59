/**
 * The providers and models that can be chosen. {@link Catalogue} has those that are built in, {@link ModelsFile}
 * reads those of the user, {@link Providers} combines both with the registrations of hooks, and {@link ModelSearch}
 * and {@link FirstModel} choose one.
 */
package dev.pawl.ai.catalogue;
