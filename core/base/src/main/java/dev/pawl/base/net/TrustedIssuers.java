package dev.pawl.base.net;

import dev.pawl.base.FailureText;
import dev.pawl.base.RegularFile;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts the issuers that Java trusts and, for a server that shows none of them, those of files: the named ones, and the
 * system's. The files are read when they are needed first.
 */
final class TrustedIssuers extends X509ExtendedTrustManager {
    /** Where systems keep the certificates that their administrator trusts. */
    private static final List<Path> SYSTEM = List.of(
            Path.of("/etc/ssl/certs/ca-certificates.crt"),
            Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
            Path.of("/etc/ssl/ca-bundle.pem"),
            Path.of("/etc/ssl/cert.pem"));

    private final X509ExtendedTrustManager java;
    private final Map<String, Path> files;
    private @Nullable Further further;

    /** What the files held: who judges by them, if there is anything in them, and what could not be read. */
    private record Further(@Nullable X509ExtendedTrustManager issuers, List<String> looked, List<String> problems) {}

    /** A check of certificates by one of the managers. */
    @FunctionalInterface
    private interface Check {
        void by(X509ExtendedTrustManager manager) throws CertificateException;
    }

    private TrustedIssuers(X509ExtendedTrustManager java, Map<String, Path> files) {
        this.java = java;
        this.files = files;
    }

    /**
     * Returns TLS with these issuers, and with the client's own keys that Java's properties name.
     *
     * @param files files with certificates (PEM), by the words that name them to a user
     */
    static SSLContext context(Map<String, Path> files) throws NoSuchAlgorithmException {
        var context = SSLContext.getInstance("TLS");
        try {
            context.init(ownKeys(), new TrustManager[] {new TrustedIssuers(managerOf(null), files)}, null);
            return context;
        } catch (KeyManagementException e) {
            throw new IllegalStateException("TLS cannot be set up: " + FailureText.of(e), e);
        }
    }

    /** Java's own TLS shows these to servers that ask for them; one with other issuers has to be given them. */
    private static KeyManager @Nullable [] ownKeys() {
        var file = System.getProperty("javax.net.ssl.keyStore");
        if (file == null) {
            return null;
        }
        var password = System.getProperty("javax.net.ssl.keyStorePassword", "").toCharArray();
        try {
            var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(KeyStore.getInstance(new File(file), password), password);
            return managers.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(
                    "the keys of javax.net.ssl.keyStore (" + file + ") cannot be read: " + FailureText.of(e), e);
        }
    }

    /** @param issuers null for those that Java trusts */
    private static X509ExtendedTrustManager managerOf(@Nullable KeyStore issuers) {
        try {
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(issuers);
            for (var manager : managers.getTrustManagers()) {
                if (manager instanceof X509ExtendedTrustManager extended) {
                    return extended;
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the trusted certificates cannot be read: " + FailureText.of(e), e);
        }
        throw new IllegalStateException("this Java does not check certificates");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, manager -> manager.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, manager -> manager.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, manager -> manager.checkServerTrusted(chain, type));
    }

    private void check(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.by(java);
        } catch (CertificateException e) {
            if (!isUnknownIssuer(e)) {
                throw e;
            }
            var read = further();
            var issuers = read.issuers();
            if (issuers == null) {
                throw unknown(chain, read, e);
            }
            try {
                check.by(issuers);
            } catch (CertificateException other) {
                throw isUnknownIssuer(other) ? unknown(chain, read, other) : other;
            }
        }
    }

    /** A certificate that has expired, or is another server's, is not made good by more issuers. */
    private static boolean isUnknownIssuer(CertificateException e) {
        return e.getCause() instanceof CertPathBuilderException;
    }

    private static CertificateException unknown(X509Certificate[] chain, Further read, CertificateException e) {
        var issuer = chain[chain.length - 1].getIssuerX500Principal().getName();
        var problems = read.problems().isEmpty() ? "" : "; " + String.join("; ", read.problems());
        return new CertificateException(
                "its certificate was issued by \"" + issuer + "\", which neither Java "
                        + (read.looked().isEmpty() ? "" : "nor " + String.join(" nor ", read.looked()) + " ")
                        + "trusts" + problems
                        + ". If that is your company's, name the file with its certificate (PEM) in"
                        + " the setting caCertificates, in SSL_CERT_FILE or in NODE_EXTRA_CA_CERTS",
                e);
    }

    private synchronized Further further() {
        var known = further;
        if (known == null) {
            known = read();
            further = known;
        }
        return known;
    }

    private Further read() {
        var looked = new ArrayList<String>();
        var problems = new ArrayList<String>();
        var all = new LinkedHashMap<>(files);
        SYSTEM.stream().filter(Files::isRegularFile).findFirst().ifPresent(file -> all.put(file.toString(), file));
        try {
            var issuers = KeyStore.getInstance("PKCS12");
            issuers.load(null, null);
            var reader = CertificateFactory.getInstance("X.509");
            all.forEach((name, file) -> {
                try (var in = RegularFile.open(file, null)) {
                    for (var certificate : reader.generateCertificates(in)) {
                        issuers.setCertificateEntry(Integer.toString(issuers.size()), certificate);
                    }
                    looked.add(name);
                } catch (IOException | GeneralSecurityException e) {
                    problems.add(name + " cannot be read: " + FailureText.plain(e));
                }
            });
            return new Further(issuers.size() == 0 ? null : managerOf(issuers), looked, problems);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("certificates cannot be kept: " + FailureText.of(e), e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        java.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        java.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        java.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return java.getAcceptedIssuers();
    }
}
