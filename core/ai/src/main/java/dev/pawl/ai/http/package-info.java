/**
 * Sends one request to a provider and reads its stream. {@link ModelCall} is the entry point, {@link Caller} makes
 * the call, {@link Exchange} is where hooks change it, and {@link Failure} classifies errors.
 */
package dev.pawl.ai.http;
