package dev.pawl.loader.install;

import dev.pawl.api.tool.BuiltinTools;
import dev.pawl.hooks.registry.Bus;
import dev.pawl.hooks.registry.Counters;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The services that a host shares with others: the bus they share, flags, tools and the place they run in.
 *
 * @param counters the same object at each reload, so that the numbers are kept
 */
public record HostServices(Bus bus, Counters counters, FlagValues flags, Supplier<BuiltinTools> builtins, Path cwd) {
    /** The values that the command line gave to hooks' flags. */
    public interface FlagValues {
        /** Returns the value behind {@code --name}, empty for a bare switch, null if the flag was not given. */
        @Nullable
        String value(String name);

        /** Nothing was given. */
        static FlagValues none() {
            return _ -> null;
        }
    }

    /** Returns a host for programs without tools and flags. */
    public static HostServices plain(Path cwd) {
        return new HostServices(
                new Bus(),
                new Counters(),
                FlagValues.none(),
                () -> {
                    throw new IllegalStateException("the built-in tools are not part of this program");
                },
                cwd);
    }
}
