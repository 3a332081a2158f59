package dev.pawl.config;

import java.util.List;

/** The environment variables that Pawl reads, and those of pi that mean nothing here, from which a table is documented. */
final class Variables {
    // format:off  One line a variable.
    private static final List<Variable> ALL = List.of(
            read("PI_CODING_AGENT_DIR", "folder in place of `~/.pi/agent`"),
            read("PI_CODING_AGENT_SESSION_DIR", "folder of the sessions; `--session-dir` wins over it"),
            read("PI_OFFLINE", "`1`: nothing is fetched that was not requested"),
            read("PI_CACHE_RETENTION", "`long`: providers are asked to keep their cache of the conversation for longer"),
            read("PI_OAUTH_CALLBACK_HOST", "address at which the page listens that a sign-in sends the browser back to"),
            read("PI_CLIPBOARD_OSC52", "`1`: what is copied is handed to the terminal, too, as over SSH"),
            read("PI_HARDWARE_CURSOR", "`1`: the terminal's own cursor, which is shown in any case unless `showHardwareCursor` is off"),
            read("PI_HYPERLINKS", "`1` or `0`: whether the terminal has links (OSC 8); the setting wins over it"),
            read("PI_IMAGE_PROTOCOL", "`kitty`, `iterm2`, `sixel` or `none`: how images are shown; the setting wins over it"),
            read("PI_TRUE_COLOR", "`1` or `0`: whether the terminal has 24-bit colours; the setting wins over it"),
            read("PI_TUI_ESC_TIMEOUT", "milliseconds that an Escape waits for what may follow it; 20, and 100 over SSH"),
            read("PI_PROGRAM_STATUS", "`1` or `0`: whether the program reports its state to the terminal (OSC 7501)"),
            read("VISUAL", "your editor, if `externalEditor` names none"),
            read("EDITOR", "the same after `VISUAL`"),
            read("HTTP_PROXY", "proxy, if `httpProxy` names none"),
            read("HTTPS_PROXY", "the same for encrypted connections"),
            read("SSL_CERT_FILE", "file (PEM) with certificates to trust, in addition to Java's and the system's"),
            read("NODE_EXTRA_CA_CERTS", "the same"),
            read("NO_COLOR", "anything: no colours"),
            read("PI_CODEMODE_MAX_WORKERS", "the scripts of [codemode](codemode.md) that run at the same time; else 2"),
            read("PAWL_NODE", "the Node.js that runs TypeScript hooks, before `nodePath`"),
            ignored("PI_PACKAGE_DIR", "Pawl finds its own files by itself"),
            ignored("PI_SKIP_VERSION_CHECK", "no newer version is looked for"),
            ignored("PI_SELF_UPDATE_COMMAND", "`pawl update` updates Pawl the way it was installed"),
            ignored("PI_TELEMETRY", "nothing is reported"),
            ignored("PI_SHARE_VIEWER_URL", "a shared session is a page that needs no viewer"),
            ignored("PI_RADIUS_GATEWAY", "nothing is sent to it"),
            ignored("PI_CLEAR_ON_SHRINK", "rows that are not needed any more are always cleared"));
    // format:on

    private Variables() {}

    /**
     * An environment variable.
     *
     * @param read whether Pawl reads it
     * @param about what it does, or why it means nothing here, in a few words of Markdown
     */
    record Variable(String name, boolean read, String about) {}

    private static Variable read(String name, String about) {
        return new Variable(name, true, about);
    }

    private static Variable ignored(String name, String about) {
        return new Variable(name, false, about);
    }

    /** All of them, in the order in which they are documented. */
    static List<Variable> all() {
        return ALL;
    }
}
