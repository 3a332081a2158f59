package dev.pawl.packages.source;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Layer;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the setting {@code packages}.
 *
 * @param layer whose settings name it
 * @param written the source as the settings have it
 * @param filter the object form, which selects what of it is loaded; null if the entry is only a source
 */
public record ConfiguredPackage(
        Layer layer,
        String written,
        PackageSource source,
        @Nullable JsonObject filter) {
    /** Returns whether it only changes what the user's entry for the same package loads. */
    public boolean isDelta() {
        return layer == Layer.PROJECT && filter != null && !filter.bool("autoload", true);
    }
}
