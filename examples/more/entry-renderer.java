import module dev.pawl.api;

/** Keeps notes in the session that the model does not read, and draws them: /note TEXT. */
class EntryRenderer implements Hook {
    record Note(String text) {}

    public void install(Host pi) {
        pi.entry("note", Note.class);
        pi.entryRenderer("note", (entry, _, theme) -> entry.data() instanceof JsonObject data
                ? _ -> List.of(theme.fg("warning", "note: ") + data.string("text", ""))
                : null);
        pi.command("note", "Keep a note in the session", ctx -> {
            ctx.session().save(new Note(ctx.argsRaw().strip()));
            return Outcome.nothing();
        });
    }
}
