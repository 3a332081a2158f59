/**
 * Keeps beside a session's file the data that must survive a crash and is not yet part of the session: steps of tool
 * calls in {@link Ledger}, unsent messages in {@link WaitingMessages}.
 */
package dev.pawl.session.ledger;
