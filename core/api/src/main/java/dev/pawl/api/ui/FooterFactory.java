package dev.pawl.api.ui;

import dev.pawl.api.value.Subscription;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a footer in place of the ordinary one. */
@FunctionalInterface
public interface FooterFactory {
    Component create(Screen screen, Theme theme, FooterData data);

    /** The data that the ordinary footer shows. */
    interface FooterData {
        @Nullable
        String gitBranch();

        Map<String, String> statuses();

        Subscription onBranchChange(Runnable listener);
    }
}
