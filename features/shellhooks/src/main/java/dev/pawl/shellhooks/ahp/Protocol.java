package dev.pawl.shellhooks.ahp;

import java.util.Collection;
import java.util.regex.Pattern;

/** The names that the protocol fixes. */
final class Protocol {
    /** The version of the draft whose documents have requirement ids. */
    static final String VERSION = "0.1";

    static final String INTERCEPT = "hooks/intercept";
    static final String OBSERVE = "hooks/observe";
    static final String DENY = "deny";

    // What JSON-RPC and the protocol call their errors.
    static final int NO_JSON = -32700;
    static final int NO_REQUEST = -32600;
    static final int NO_METHOD = -32601;
    static final int NO_PARAMS = -32602;
    static final int UNSUPPORTED_VERSION = -32001;
    static final int UNSUPPORTED_EVENT = -32002;

    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
    private static final Pattern REVERSE_DNS = Pattern.compile(LABEL + "(?:\\." + LABEL + ")+");

    private Protocol() {}

    /** Whether a name begins with a domain of its owner, as those of backends and extensions do. */
    static boolean isOwned(String name) {
        return REVERSE_DNS.matcher(name).matches();
    }

    static boolean areOwned(Collection<String> names) {
        return names.stream().allMatch(Protocol::isOwned);
    }
}
