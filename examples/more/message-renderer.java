import module dev.pawl.api;

/** Sends a message of its own kind and draws it in its own way: /mark TEXT. */
class MessageRenderer implements Hook {
    public void install(Host pi) {
        pi.messageRenderer("mark", (message, options, theme) -> _ -> List.of(
                theme.fg("accent", "[mark] ") + message.content().text() + (options.expanded() ? " (expanded)" : "")));
        pi.command("mark", "Put a mark into the conversation", ctx -> {
            ctx.messages().send(HookMessage.of("mark", ctx.argsRaw().strip()));
            return Outcome.nothing();
        });
    }
}
