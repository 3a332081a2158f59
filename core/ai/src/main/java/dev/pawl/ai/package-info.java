/**
 * Finds models and the keys to them. {@link Models} is the registry that the rest of the program asks;
 * {@link OpenModels} joins it with the client that sends requests.
 */
package dev.pawl.ai;
