/**
 * Tries hooks without a model and without a user. {@link HookTrial} fires events at hooks with the real engine;
 * {@link FakeContext}, {@link FakeUi} and {@link FakeModels} record and script the rest.
 */
package dev.pawl.testkit;
