package dev.pawl.accounts.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.accounts.secret.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Signatures beside those that Amazon publishes and its own library makes. */
class SigV4Test {
    private static final AwsKeys KEYS =
            new AwsKeys("AKIDEXAMPLE", Secret.of("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"), null, null, null);
    private static final Instant NOW = Instant.parse("2015-08-30T12:36:00Z");

    @Test
    void amazons_published_example_has_the_published_signature() {
        var headers = new SigV4(KEYS, "us-east-1", "iam")
                .headers(
                        "GET",
                        URI.create("https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08"),
                        "application/x-www-form-urlencoded; charset=utf-8",
                        new byte[0],
                        NOW);

        assertThat(headers.get("authorization"))
                .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request,"
                        + " SignedHeaders=content-type;host;x-amz-date,"
                        + " Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
    }

    @Test
    void a_model_whose_name_has_a_colon_is_signed_as_amazons_library_does() {
        var headers = new SigV4(KEYS, "eu-west-1", "bedrock")
                .headers(
                        URI.create(
                                "https://bedrock-runtime.eu-west-1.amazonaws.com/model/amazon.nova-lite-v1%3A0/converse-stream"),
                        "application/json",
                        "{\"a\":1}".getBytes(StandardCharsets.UTF_8),
                        NOW);

        assertThat(headers.get("authorization"))
                .endsWith("Signature=6a519208662e5928d749f6b0488bf74480cb4f6ca1d54c923c6bae17b8561309");
    }

    @Test
    void a_signer_does_not_print_what_it_signs_with() {
        assertThat(new SigV4(KEYS, "eu-west-1", "bedrock").toString()).doesNotContain("wJal");
        assertThat(KEYS.toString()).doesNotContain("wJal");
    }
}
