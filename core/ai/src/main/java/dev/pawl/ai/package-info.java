/**
 * Finds models and the keys to them. {@link Models} is the registry that the rest of the program asks;
 * {@link OpenModels} joins it with the client that sends requests. A key leaves this module only in a request.
 */
package dev.pawl.ai;
