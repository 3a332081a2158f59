// The session as extensions read it. Entries come from Pawl once each, when somebody first asks for them.
import { requestSync } from "./channel.mjs";
import { internal } from "./packages.mjs";

/** Entries by session; all extensions share them. */
const kept = new Map();

function entriesOf(from, state) {
  let known = kept.get(state.sessionId);
  if (!known) {
    kept.clear();
    known = { list: [], byId: new Map(), labels: new Map(), leaf: undefined };
    kept.set(state.sessionId, known);
  }
  const leaf = state.leafId ?? null;
  // Whoever adds an entry moves the leaf, so nothing is new where that is the same.
  if (known.leaf !== leaf) {
    const { all, list } = requestSync("session.entries", from, [known.leaf ?? null]);
    if (all) Object.assign(known, { list: [], byId: new Map(), labels: new Map() });
    for (const entry of list) add(known, entry);
    known.leaf = leaf;
  }
  return known;
}

function add(known, entry) {
  known.list.push(entry);
  known.byId.set(entry.id, entry);
  if (entry.type === "label") {
    if (entry.label) known.labels.set(entry.targetId, { label: entry.label, at: entry.timestamp });
    else known.labels.delete(entry.targetId);
  }
}

/** Entries by their places, with the header in front; compactions say where what they keep begins among them. */
export function indexed(entries) {
  const places = new Map(entries.map((entry, index) => [entry.id, index]));
  return entries.map((entry, index) =>
    entry.type === "compaction"
      ? {
          ...entry,
          firstKeptEntryIndex: entry.firstKeptEntryId ? (places.get(entry.firstKeptEntryId) ?? 0) : index,
        }
      : entry,
  );
}

export function forgetSessions() {
  kept.clear();
}

/** The read-only session manager of a context. */
export function sessionManager(ctx) {
  const known = () => entriesOf(ctx.from, ctx.state());
  const branch = (fromId) => {
    const all = known();
    const path = [];
    let at = all.byId.get(fromId ?? ctx.state().leafId);
    while (at) {
      path.push(at);
      at = at.parentId ? all.byId.get(at.parentId) : undefined;
    }
    return path.reverse();
  };
  const real = () => {
    const { SessionManager } = internal("core/session-manager.js");
    const state = ctx.state();
    const manager = SessionManager.inMemory(state.cwd, { id: state.sessionId }, [manager_.getHeader(), ...known().list]);
    if (state.leafId && manager.getLeafId() !== state.leafId) manager.branch(state.leafId);
    return manager;
  };
  const manager_ = {
    getCwd: () => ctx.state().cwd,
    getSessionDir: () => requestSync("session.dir", ctx.from, []),
    getSessionId: () => ctx.state().sessionId,
    getSessionFile: () => ctx.state().sessionFile ?? undefined,
    getSessionName: () => requestSync("session.name", ctx.from, []),
    isPersisted: () => ctx.state().sessionFile != null,
    getHeader: () => requestSync("session.header", ctx.from, []),
    getEntries: () => known().list.slice(),
    getEntry: (id) => known().byId.get(id),
    getChildren: (id) => known().list.filter((entry) => entry.parentId === id),
    getBranch: branch,
    getLeafId: () => ctx.state().leafId ?? null,
    getLeafEntry: () => known().byId.get(ctx.state().leafId),
    getLabel: (id) => known().labels.get(id)?.label,
    getTree: () => tree(known()),
    buildContextEntries: () => real().buildContextEntries(),
    buildSessionProjection: () => real().buildSessionProjection(),
    buildSessionContext: () => real().buildSessionContext(),
  };
  return manager_;
}

function tree(known) {
  const nodes = new Map();
  const roots = [];
  for (const entry of known.list) {
    const label = known.labels.get(entry.id);
    const node = { entry, children: [], label: label?.label, labelTimestamp: label?.at };
    nodes.set(entry.id, node);
    const parent = entry.parentId ? nodes.get(entry.parentId) : undefined;
    (parent ? parent.children : roots).push(node);
  }
  return roots;
}

/** The session that `setup` of a new session writes into. */
export function draftManager(ctx) {
  const write = (method, ...args) => requestSync(method, ctx.from, args);
  return {
    ...sessionManager(ctx),
    appendMessage: (message) => write("draft.message", message),
    appendCustomEntry: (customType, data) => write("draft.custom", customType, data ?? null),
    appendCustomMessageEntry: (customType, content, display, details) =>
      write("draft.message", { role: "custom", customType, content, display, details, timestamp: Date.now() }),
    appendSessionInfo: (name) => write("draft.name", name),
    appendThinkingLevelChange: () => undefined,
    appendModelChange: () => undefined,
  };
}
