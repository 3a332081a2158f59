import module dev.pawl.api;

/** Lists the commands of hooks, templates and skills: /commands, or those that contain a word. */
class Commands implements Hook {
    public void install(Host pi) {
        pi.command("commands", "List the commands: /commands [WORD]", ctx -> {
            var word = ctx.argsRaw().strip();
            var found = ctx.tools().commands().stream()
                    .filter(command -> command.name().contains(word))
                    .map(command -> "/" + command.name() + "  " + (command.description() == null ? "" : command.description()))
                    .sorted()
                    .toList();
            return Outcome.status(found.isEmpty() ? "No command contains \"" + word + "\"" : String.join("\n", found));
        });
    }
}
