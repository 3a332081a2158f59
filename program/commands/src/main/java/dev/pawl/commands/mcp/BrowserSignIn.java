package dev.pawl.commands.mcp;

import dev.pawl.cli.Browser;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.mcp.oauth.Callback;
import dev.pawl.mcp.oauth.LoopbackSignIn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Opens the page of a sign-in in the browser; the address to which it redirects can also be pasted into standard input. */
final class BrowserSignIn {
    private BrowserSignIn() {}

    static LoopbackSignIn open(Callback callback, Places places, Streams streams) throws IOException {
        var page = new LoopbackSignIn(callback, address -> show(address, places, streams));
        Thread.ofPlatform().daemon().name("mcp pasted").start(() -> {
            try {
                var in = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
                for (var line = in.readLine(); line != null; line = in.readLine()) {
                    if (!line.isBlank() && !page.pasted(line)) {
                        streams.out()
                                .println("This is not the address of the sign-in. Paste the whole address that begins"
                                        + " with "
                                        + page.redirectUri() + "?");
                        streams.out().flush();
                    }
                }
            } catch (IOException e) {
                // Without standard input, the browser must be on this machine.
            }
        });
        return page;
    }

    private static void show(URI page, Places places, Streams streams) {
        streams.out()
                .println("Open this page to sign in:\n" + page
                        + "\nIf the browser is on another machine, paste the address that it was redirected to here.");
        streams.out().flush();
        Browser.open(page.toString(), places.environment());
    }
}
