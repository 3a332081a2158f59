package dev.pawl.api;

/** A registration that can be taken back. Taking it back twice does nothing. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    @Override
    void close();
}
