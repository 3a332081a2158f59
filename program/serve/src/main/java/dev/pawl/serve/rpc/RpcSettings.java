package dev.pawl.serve.rpc;

import dev.pawl.agent.Agent;
import dev.pawl.cli.Notice;
import dev.pawl.config.settings.Choices.QueueMode;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.JsonEdit;
import java.io.IOException;
import java.util.function.Consumer;

/** Modes that a client sets: in force at once, and kept in the user's settings, where the next session finds them. */
final class RpcSettings {
    private final Agent agent;
    private final Folders folders;
    private final Consumer<Notice> notices;

    /** @param notices receives what could not be kept */
    RpcSettings(Agent agent, Folders folders, Consumer<Notice> notices) {
        this.agent = agent;
        this.folders = folders;
        this.notices = notices;
    }

    void steeringMode(QueueMode mode) throws InterruptedException {
        agent.setSteeringMode(mode);
        keep(Keys.STEERING_MODE, mode);
    }

    void followUpMode(QueueMode mode) throws InterruptedException {
        agent.setFollowUpMode(mode);
        keep(Keys.FOLLOW_UP_MODE, mode);
    }

    void autoCompaction(boolean enabled) throws InterruptedException {
        agent.setAutoCompaction(enabled);
        keep(Keys.COMPACTION_ENABLED, enabled);
    }

    void autoRetry(boolean enabled) throws InterruptedException {
        agent.setAutoRetry(enabled);
        keep(Keys.RETRY_ENABLED, enabled);
    }

    private <T> void keep(Setting<T> setting, T value) throws InterruptedException {
        try {
            SettingsStore.in(folders).change(Layer.USER, JsonEdit.nothing().with(setting, value));
        } catch (IOException e) {
            notices.accept(Notice.of(String.valueOf(e.getMessage())));
        }
    }
}
