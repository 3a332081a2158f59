import module dev.pawl.api;

/** Sends prompts in the name of the user: /ask TEXT now, /steer TEXT while the agent works. */
class SendUserMessage implements Hook {
    public void install(Host pi) {
        pi.command("ask", "Send a prompt", ctx -> {
            ctx.messages().sendUser(ctx.argsRaw().strip());
            return Outcome.nothing();
        });
        pi.command("steer", "Send a prompt that is read before the next turn", ctx -> {
            ctx.messages().sendUser(Body.of(ctx.argsRaw().strip()), Delivery.STEER);
            return Outcome.nothing();
        });
    }
}
