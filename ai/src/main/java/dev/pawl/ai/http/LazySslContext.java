package dev.pawl.ai.http;

import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The machine's TLS, set up when the first connection needs it.
 *
 * <p>Reading the trusted certificates takes longer than all the rest of a start, and a model on this machine needs none.
 */
final class LazySslContext extends SSLContext {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    LazySslContext() {
        super(new Spi(), null, "TLS");
    }

    /** What the client would otherwise ask the real context for. */
    static SSLParameters parameters() {
        var parameters = new SSLParameters();
        parameters.setProtocols(PROTOCOLS.clone());
        return parameters;
    }

    private static final class Spi extends SSLContextSpi {
        private @Nullable SSLContext real;

        private synchronized SSLContext real() {
            if (real == null) {
                try {
                    real = SSLContext.getDefault();
                } catch (NoSuchAlgorithmException e) {
                    throw new IllegalStateException("this Java has no TLS", e);
                }
            }
            return real;
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("already set up");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return real().getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return real().getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return real().createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return real().createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return real().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return real().getClientSessionContext();
        }
    }
}
