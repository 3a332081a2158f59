// One event at handlers that Pawl names in one message: each is called as soon as the one before it has returned nothing.
// A handler that answers something, or throws, ends that.
import { sendReturned } from "./channel.mjs";
import { stateTurn } from "./context.mjs";

const rounds = new Map();

/** The call of the first handler that a message names. */
export function firstCall({ id, handlers, arguments: [name, event], state }) {
  const round = { id, name, handlers, event: { ...event }, state, parts: {}, calls: new Map(), place: 0 };
  rounds.set(id, round);
  return callOf(round, event);
}

function callOf(round, event) {
  const { id, name, handlers, place } = round;
  const [extension, f] = handlers[place];
  // What was known of the session when the first one was called may be old.
  const state = place === 0 || round.turn === stateTurn() ? round.state : undefined;
  return { id, extension, function: f, context: "event", arguments: [name, event], state, round, place };
}

/** Notes that the state that came with an event has been taken over. */
export function noteTurn({ round, place }) {
  if (round && place === 0) round.turn = stateTurn();
}

/** Whether the answer of a call is still wanted. */
export function isWanted({ round, place }) {
  return !round || (rounds.get(round.id) === round && round.place === place);
}

/** Whether another handler comes after one, if that returns nothing. */
export function hasFollowing({ round, place }) {
  return place + 1 < round.handlers.length;
}

/**
 * The call of the handler after one that is done; undefined if none follows.
 *
 * @param told what the handler answered
 * @param threw whether it failed instead
 */
export function followingCall(message, told, threw) {
  const { round } = message;
  if (!round) return undefined;
  if (told != null || threw || !hasFollowing(message)) {
    rounds.delete(round.id);
    return undefined;
  }
  round.place++;
  return callOf(round, { ...round.event });
}

/**
 * Pawl does not wait for a handler any more.
 *
 * @param done how many handlers were done before that one; undefined if none of the others is to be called
 * @returns the call of the handler after it; undefined if there is none
 */
export function skip(id, done) {
  const round = rounds.get(id);
  if (!round) return undefined;
  if (done === undefined) {
    rounds.delete(id);
    return undefined;
  }
  if (done !== round.place) return undefined;
  const message = { round, place: done };
  // The signal of the one that is skipped is not that of the others.
  round.calls = new Map();
  sendReturned(id, hasFollowing(message));
  return followingCall(message, undefined, false);
}
