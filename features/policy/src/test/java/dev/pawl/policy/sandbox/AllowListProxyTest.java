package dev.pawl.policy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.FreePort;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The only way out of a sandbox whose settings list hosts. */
class AllowListProxyTest {
    private OutsideServer outside;
    private AllowListProxy proxy;

    @BeforeEach
    void open() throws IOException {
        outside = new OutsideServer();
        proxy = AllowListProxy.open(new Network(true, List.of(Set.of("127.0.0.1", "*.example.com"))));
    }

    @AfterEach
    void close() throws IOException {
        outside.close();
    }

    /** Sends bytes through the socket of the proxy; what came back until it was closed. */
    private String through(String request) throws IOException {
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(proxy.socket()))) {
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
            channel.shutdownOutput();
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String at(String host) {
        return host + ":" + outside.port();
    }

    @Test
    void a_request_to_a_host_of_the_list_arrives_without_what_was_for_the_proxy() throws Exception {
        var answer = through("GET http://" + at("127.0.0.1")
                + "/x?y=1 HTTP/1.1\r\nHost: other.example.net\r\nProxy-Authorization: secret\r\nAccept: a/b\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200").contains("from outside");
        assertThat(outside.heads())
                .singleElement()
                .satisfies(head -> assertThat(head)
                        .startsWith("GET /x?y=1 HTTP/1.1\n")
                        .contains("Accept: a/b", "Host: " + at("127.0.0.1"))
                        .doesNotContain("Proxy", "other.example.net"));
        assertThat(proxy.refused()).isEmpty();
    }

    @Test
    void a_tunnel_to_a_host_of_the_list_carries_what_is_sent() throws Exception {
        var answer = through("CONNECT " + at("127.0.0.1")
                + " HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200 Connection established").contains("from outside");
    }

    @Test
    void another_host_is_refused_by_name_and_reported_once() throws Exception {
        assertThat(through("GET http://" + at("localhost") + "/ HTTP/1.1\r\n\r\n"))
                .startsWith("HTTP/1.1 403")
                .contains("The sandbox does not allow localhost: sandbox.network allows *.example.com, 127.0.0.1.");
        assertThat(through("CONNECT example.com:443 HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 403");
        assertThat(outside.heads()).isEmpty();
        assertThat(proxy.refused()).containsExactly("example.com", "localhost");
        assertThat(proxy.refused()).isEmpty();
    }

    @Test
    void a_host_header_does_not_get_around_the_list() throws Exception {
        assertThat(through("GET http://" + at("localhost") + "/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(outside.heads()).isEmpty();
    }

    @Test
    void what_is_no_request_to_a_proxy_is_refused() throws Exception {
        for (var request : List.of(
                "GET / HTTP/1.1\r\n\r\n",
                "GET ftp://127.0.0.1/ HTTP/1.1\r\n\r\n",
                "CONNECT 127.0.0.1 :x HTTP/1.1\r\n\r\n",
                "nonsense\r\n\r\n",
                "")) {
            assertThat(through(request)).as(request).startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void a_host_that_cannot_be_reached_is_an_answer() throws Exception {
        int port = FreePort.find();
        assertThat(through("GET http://127.0.0.1:" + port + "/ HTTP/1.1\r\n\r\n"))
                .startsWith("HTTP/1.1 502")
                .contains("cannot be reached");
    }
}
