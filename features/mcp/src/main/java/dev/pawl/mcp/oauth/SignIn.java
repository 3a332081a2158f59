package dev.pawl.mcp.oauth;

import java.io.IOException;
import java.net.URI;

/** Leads the user to a page and back. */
public interface SignIn {
    /** Where the authorisation server sends the user back to. */
    String redirectUri() throws IOException;

    /** Shows the page, and returns the address that the user was sent back to. */
    String visit(URI page) throws IOException, InterruptedException;
}
