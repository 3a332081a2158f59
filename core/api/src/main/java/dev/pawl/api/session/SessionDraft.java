package dev.pawl.api.session;

import dev.pawl.api.message.Message;

/** A session that is just being set up: what is written here comes before its first prompt. */
public interface SessionDraft extends SessionView {
    Entry append(Message message);

    Entry append(String customType, Object data);

    void rename(String name);
}
