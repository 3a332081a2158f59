/**
 * A model that plays a script over real HTTP in the languages of four providers. Write a {@link Script}, start a
 * {@link ScriptedModel}, and look at the {@link ScriptedRequest} objects that it received.
 */
package dev.pawl.testkit.model;
