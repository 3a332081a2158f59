// Handlers that Pawl names together with a call: each is called as soon as the one before it has returned nothing, as if
// Pawl had called it then. A handler that answers something ends that, and so does a call that is cancelled.
import { send } from "./channel.mjs";
import { stateTurn } from "./context.mjs";

const chains = new Map();

/** Notes the handlers that follow a call, before the event is given to its handler. */
export function noteFollowing(message) {
  if (!message.following) return;
  const [name, event] = message.arguments;
  const { context, state, id } = message;
  const chain = { name, event: { ...event }, context, state, turn: stateTurn(), left: message.following, parts: {} };
  chain.ids = [id, ...chain.left.map(([number]) => number)];
  for (const number of chain.ids) chains.set(number, chain);
  message.chain = chain;
}

/** Whether another handler follows a call, if that returns nothing. */
export function hasFollowing({ chain }) {
  return chain.left.length > 0;
}

/**
 * The call of the handler that follows one that is done; undefined if none does.
 *
 * @param told what the handler answered
 * @param threw whether it failed instead
 */
export function followingCall({ chain }, told, threw) {
  if (!chain) return undefined;
  const next = told == null && !threw ? chain.left.shift() : undefined;
  if (!next) return end(chain);
  const [id, extension, f] = next;
  // What was known of the session when the first one was called may be old.
  const state = chain.turn === stateTurn() ? chain.state : undefined;
  const { name, event, context } = chain;
  return { id, extension, function: f, context, arguments: [name, { ...event }], state, chain };
}

/** Pawl does not wait for a call any more: those after it that have not begun are not made. */
export function cancelFollowing(id) {
  const chain = chains.get(id);
  const next = chain?.left[0];
  if (!next) return;
  end(chain);
  send({ type: "skipped", id: next[0] });
}

function end(chain) {
  chain.left = [];
  for (const number of chain.ids) chains.delete(number);
}
