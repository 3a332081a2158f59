package dev.pawl.policy.sandbox;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which hosts commands in the sandbox may reach.
 *
 * @param on whether there is a network at all
 * @param lists hosts; each list has to allow a host. Without any list all are allowed
 */
public record Network(boolean on, List<Set<String>> lists) {
    /** No host can be reached. */
    public static final Network OFF = new Network(false, List.of());

    private static final Pattern HOST = Pattern.compile("(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:.]+\\]");

    public Network {
        lists = List.copyOf(lists);
    }

    /** Whether a text is a valid host: a name, an address, or {@code *.} and a name. */
    static boolean isHost(String written) {
        return HOST.matcher(written.toLowerCase(Locale.ROOT)).matches();
    }

    /** Whether only some hosts are allowed. */
    boolean isListed() {
        return on && !lists.isEmpty();
    }

    boolean allows(String host) {
        var plain = host.toLowerCase(Locale.ROOT).replaceAll("\\.$", "");
        return on && lists.stream().allMatch(list -> list.stream().anyMatch(allowed -> matches(allowed, plain)));
    }

    private static boolean matches(String allowed, String host) {
        var name = allowed.toLowerCase(Locale.ROOT);
        return name.startsWith("*.") ? host.endsWith(name.substring(1)) : host.equals(name);
    }

    @Override
    public String toString() {
        return lists.isEmpty() ? on ? "on" : "off" : String.join(", ", new java.util.TreeSet<>(lists.getFirst()));
    }
}
