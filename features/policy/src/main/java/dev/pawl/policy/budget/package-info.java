/**
 * Refuses requests to models when a limit of money or tokens is reached. {@link BudgetHook} is the hook,
 * {@link Spent} is an amount, and {@code Ledger} adds up the spending of all sessions of a day.
 */
package dev.pawl.policy.budget;
