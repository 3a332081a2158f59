import module dev.pawl.api;

/** Runs pnpm wherever the model writes npm. */
class SpawnHook implements Hook {
    private static final Pattern NPM = Pattern.compile("(?<![\\w./-])npm(?=\\s|$)");

    public void install(Host pi) {
        pi.spawn(shell -> shell.withCommand(NPM.matcher(shell.command()).replaceAll("pnpm")));
    }
}
