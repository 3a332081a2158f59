package dev.pawl.base.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.TlsServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way to servers whose certificates a company issues, and through its proxy. */
class NetworkTest {
    @TempDir
    static Path dir;

    private static TlsServer company;

    @BeforeAll
    static void open() throws Exception {
        company = new TlsServer(dir, List.of("models.example"), _ -> "{}");
    }

    @AfterAll
    static void close() throws Exception {
        company.close();
    }

    private static int get(Network network, URI address) throws IOException, InterruptedException {
        try (var client = network.client().build()) {
            return client.send(network.request(address).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    @Test
    void an_unknown_issuer_is_refused_with_what_to_do() {
        assertThatThrownBy(() -> get(Network.of(Map.of()), company.address()))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("issued by \"CN=Company Authority\"")
                .hasMessageContaining("caCertificates")
                .hasMessageContaining("NODE_EXTRA_CA_CERTS");
    }

    @Test
    void files_of_the_setting_and_of_either_variable_are_trusted() throws Exception {
        var file = company.authority();
        assertThat(get(Network.of(null, List.of(file), Map.of()), company.address()))
                .isEqualTo(200);
        for (var variable : List.of("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")) {
            assertThat(get(Network.of(Map.of(variable, file.toString())), company.address()))
                    .as(variable)
                    .isEqualTo(200);
        }
    }

    @Test
    void a_file_that_cannot_be_read_is_named_and_the_others_count() throws Exception {
        var missing = dir.resolve("missing.pem").toString();
        var broken = Files.writeString(dir.resolve("broken.pem"), "-----BEGIN CERTIFICATE-----\nno\n");
        assertThatThrownBy(() ->
                        get(Network.of(null, List.of(broken), Map.of("SSL_CERT_FILE", missing)), company.address()))
                .hasMessageContaining("the setting caCertificates (" + broken + ") cannot be read")
                .hasMessageContaining("SSL_CERT_FILE (" + missing + ") cannot be read");
        assertThat(get(
                        Network.of(null, List.of(broken, company.authority()), Map.of("SSL_CERT_FILE", missing)),
                        company.address()))
                .isEqualTo(200);
    }

    @Test
    void a_trusted_issuer_does_not_make_the_certificate_of_another_host_good() {
        var network = Network.of(company.proxy(), List.of(company.authority()), Map.of());
        assertThatThrownBy(() -> get(network, URI.create("https://other.example/")))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("other.example");
    }

    @Test
    void a_client_goes_through_the_proxy_of_the_setting_or_of_the_environment() throws Exception {
        var there = URI.create("https://models.example/");
        var trusted = List.of(company.authority());
        assertThat(get(Network.of(company.proxy(), trusted, Map.of()), there)).isEqualTo(200);
        assertThat(get(Network.of(null, trusted, Map.of("https_proxy", company.proxy())), there))
                .isEqualTo(200);
        assertThat(company.tunnels())
                .filteredOn(head -> head.startsWith("CONNECT models.example:443 "))
                .hasSize(2);
    }

    @Test
    void a_proxy_is_told_name_and_password_and_the_server_behind_it_is_not() throws Exception {
        var proxy = company.proxy().replace("://", "://me:secret@");
        company.tunnels().clear();
        company.requests().clear();
        assertThat(get(
                        Network.of(proxy, List.of(company.authority()), Map.of()),
                        URI.create("https://models.example/")))
                .isEqualTo(200);
        assertThat(company.tunnels()).singleElement().asString().contains("Proxy-Authorization: Basic bWU6c2VjcmV0");
        assertThat(company.requests()).singleElement().asString().doesNotContainIgnoringCase("proxy-authorization");
    }

    @Test
    void no_file_is_read_before_a_certificate_needs_it() throws Exception {
        var network = Network.of(Map.of("SSL_CERT_FILE", company.authority().toString()));
        var context = network.tls();
        var moved = Files.move(company.authority(), dir.resolve("moved.pem"));
        try {
            assertThatThrownBy(() -> get(network, company.address())).hasMessageContaining("cannot be read");
        } finally {
            Files.move(moved, company.authority());
        }
        assertThat(network.tls()).isSameAs(context);
    }
}
