import module dev.pawl.api;

/** Switches tools on and off: /tool NAME, with completion. */
class Tools implements Hook {
    public void install(Host pi) {
        pi.command(new Command("tool", "Switch a tool on or off: /tool NAME", ctx -> {
            var name = ctx.argsRaw().strip();
            if (ctx.tools().all().stream().noneMatch(tool -> tool.name().equals(name))) {
                return Outcome.status("There is no tool \"" + name + "\"");
            }
            var active = new ArrayList<>(ctx.tools().active());
            boolean on = !active.remove(name) && active.add(name);
            ctx.tools().setActive(active);
            return Outcome.status(name + (on ? " is on" : " is off"));
        }, prefix -> pi.context().tools().all().stream()
                .map(ToolInfo::name)
                .filter(name -> name.startsWith(prefix))
                .map(Command.Completion::of)
                .toList()));
    }
}
