/** The append-only tree of entries on disk, and the context read back from it. */
@org.jspecify.annotations.NullMarked
module dev.pawl.session {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;

    exports dev.pawl.session;
    exports dev.pawl.session.ledger;
    exports dev.pawl.session.list;
    exports dev.pawl.session.lock;
    exports dev.pawl.session.store;
    exports dev.pawl.session.tree;
}
