package dev.pawl.fleet.restate;

import dev.pawl.base.InsideLoader;
import java.io.IOException;
import java.net.URL;
import java.util.List;

/** Loads Pawl's classes that are compiled against the SDK beside it, for it is on no class path. */
final class SdkLoader extends InsideLoader {
    private SdkLoader(ClassLoader sdk) {
        super("restate-inside", SdkLoader.class, new URL[0], sdk);
    }

    /** @param sdk has the SDK and what it needs */
    static HandlerHost host(ClassLoader sdk, List<String> places, Steps steps) throws IOException {
        // The SDK logs; that there is no logging is nothing to report.
        System.setProperty("log4j2.statusLoggerLevel", "OFF");
        try {
            // It stays open as long as the program runs: classes are loaded from it until then.
            return (HandlerHost) new SdkLoader(sdk)
                    .loadInside("SdkHost")
                    .getConstructor(List.class, Steps.class)
                    .newInstance(places, steps);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IOException("the SDK of Restate cannot be used: " + e, e);
        }
    }
}
