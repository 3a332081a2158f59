package dev.pawl.session;

import dev.pawl.api.message.Message;
import java.nio.file.Path;

/** A program that writes into a session for as long as it lives, and says what it has written. */
final class Writer {
    private Writer() {}

    public static void main(String[] args) throws Exception {
        var file = Path.of(args[0]);
        try (var session = new Sessions(SessionFolder.paths(file.getParent()), SessionOptions.standard())
                .open(file, file.getParent())) {
            // Until nobody reads any more: whoever started it may be gone.
            for (int i = 0; !System.out.checkError(); i++) {
                var entry = session.append(Message.user("message " + i + " " + "x".repeat(i % 700), i));
                System.out.println(entry.id());
            }
        }
    }
}
