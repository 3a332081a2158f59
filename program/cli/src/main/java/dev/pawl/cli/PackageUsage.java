package dev.pawl.cli;

/** How the commands for packages are written. */
public final class PackageUsage {
    private static final String COMMON = """
          -a, --approve      trust the project's own files for this command
          -na, --no-approve  do not trust them, whatever was decided before
        """;

    private PackageUsage() {}

    /** Returns what {@code --help} behind a command prints. */
    public static String text(String name) {
        return switch (name) {
            case "install" -> """
                pawl install SOURCE [-l] [--allow-scripts] [--offline] [--force] [--approve|--no-approve]

                Installs a package and adds it to the settings. Sources:
                  npm:NAME, npm:NAME@VERSION, npm:@SCOPE/NAME
                  mvn:GROUP:ARTIFACT:VERSION (a jar of hooks, with the libraries that it needs)
                  git:HOST/USER/REPO, git:HOST/USER/REPO@REF, git:git@HOST:USER/REPO
                  https://HOST/USER/REPO, ssh://git@HOST/USER/REPO
                  ./FOLDER, ./FILE (used where it lies)

                  -l, --local        for the project (.pi/settings.json) instead of yourself
                  --allow-scripts    run the install scripts of the package and its dependencies
                  --offline          fetch nothing
                  --force            also if another package brings a skill, prompt or theme of the same name
                """ + COMMON;
            case "remove", "uninstall" -> """
                pawl remove SOURCE [-l] [--approve|--no-approve]

                Removes a package, and its source from the settings. The version need not be given. Alias: uninstall

                  -l, --local        from the project's settings (.pi/settings.json)
                """ + COMMON;
            case "update" -> """
                pawl update, pawl update --self
                pawl update SOURCE, pawl update --extension SOURCE
                pawl update --extensions, pawl update --all

                Brings the program, one package, all packages, or all of these up to date. The program is updated the way
                it was installed. A version or ref in the settings is kept.

                  --allow-scripts    run the install scripts of what is installed
                  --offline          fetch nothing
                """ + COMMON;
            case "list" -> """
                pawl list [--approve|--no-approve]

                Lists the packages of your settings and of the project's, with their versions and folders.

                """ + COMMON;
            default -> """
                pawl config [-l] [--approve|--no-approve]
                pawl config enable|disable SOURCE PATH [-l]

                Shows what the packages bring and whether it is loaded. In a terminal it is a list: type to search, space or
                enter switches a file on or off, escape leaves. The second form switches one without a terminal.

                  -l, --local        in the project's settings (.pi/settings.json)
                """ + COMMON;
        };
    }
}
