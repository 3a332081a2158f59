package dev.pawl.ai.catalogue;

/** A model by its provider and id, as settings and sessions keep it. */
public record ModelName(String provider, String id) {
    @Override
    public String toString() {
        return provider + "/" + id;
    }
}
