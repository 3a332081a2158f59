package dev.pawl.api.value;

/** A registration that can be taken back. Taking it back twice does nothing. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    @Override
    void close();
}
