package dev.pawl.accounts.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SecretMaskTest {
    private static final String KEY = "sk-live/+Ab12 Cd34=ef56&Gh78";

    private static String masked(String text) {
        return SecretMask.of(Secret.of(KEY), Map.of(), "https://example.org/v1").masked(text);
    }

    @Test
    void a_key_is_masked_as_it_is_and_in_every_encoding() {
        assertThat(masked("no " + KEY + "!")).isEqualTo("no ***!");
        var encoded = URLEncoder.encode(KEY, StandardCharsets.UTF_8);
        assertThat(masked("?k=" + encoded + "&")).isEqualTo("?k=***&");
        assertThat(masked("?k=" + encoded.replace("+", "%20"))).isEqualTo("?k=***");
        assertThat(masked("?k=" + encoded.toLowerCase(java.util.Locale.ROOT))).doesNotContain("%2b", "%3d");
        for (var before : new String[] {"", "a", "ab", "user:"}) {
            for (var after : new String[] {"", "z", "zz"}) {
                var bytes = (before + KEY + after).getBytes(StandardCharsets.UTF_8);
                for (var encoder : new Base64.Encoder[] {Base64.getEncoder(), Base64.getUrlEncoder()}) {
                    assertThat(masked("<" + encoder.encodeToString(bytes) + ">"))
                            .as("%s|%s", before, after)
                            .hasSizeLessThan(20);
                }
            }
        }
    }

    @Test
    void escapes_digits_and_another_case_hide_no_key() {
        var bytes = KEY.getBytes(StandardCharsets.UTF_8);
        var forms = new ArrayList<String>();
        forms.add(HexFormat.of().formatHex(bytes));
        forms.add(HexFormat.of().withUpperCase().formatHex(bytes));
        forms.add(HexFormat.ofDelimiter(":").formatHex(bytes));
        forms.add(HexFormat.of().withPrefix("%").formatHex(bytes));
        forms.add(URLEncoder.encode(URLEncoder.encode(KEY, StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        forms.add(KEY.replace("/", "\\/"));
        forms.add(KEY.replace("&", "&amp;"));
        forms.add(KEY.toUpperCase(Locale.ROOT));
        forms.add(KEY.toLowerCase(Locale.ROOT));
        for (var format : List.of("\\u%04x", "\\u%04X", "&#%d;", "&#x%x;", "&#x%X;")) {
            forms.add(KEY.chars().mapToObj(c -> String.format(format, c)).collect(Collectors.joining()));
        }
        for (var form : forms) {
            assertThat(masked("no " + form + "!")).isEqualTo("no ***!");
        }
    }

    @Test
    void a_piece_of_a_key_is_masked_if_it_is_of_use() {
        assertThat(masked("Incorrect key: sk-live/+Ab1*** given")).isEqualTo("Incorrect key: ****** given");
        assertThat(masked("…ef56&Gh78.")).isEqualTo("…***.");
        assertThat(masked("sk-live is short")).isEqualTo("sk-live is short");
    }

    @Test
    void headers_and_the_address_hold_secrets_too() {
        var mask = SecretMask.of(
                null,
                Map.of(
                        "X-Proxy-Token",
                        "tok_0123456789",
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder().encodeToString("me:open sesame".getBytes(StandardCharsets.UTF_8)),
                        "User-Agent",
                        "pawl-tests/1.0"),
                "https://me:p%40ss-word@example.org/v1?api=querysecret1");
        assertThat(mask.masked("tok_0123456789 and open sesame and p@ss-word and p%40ss-word and querysecret1"))
                .isEqualTo("*** and *** and *** and *** and ***");
        assertThat(mask.masked("no connection to https://me:p%40ss-word@example.org/v1"))
                .isEqualTo("no connection to https://***@example.org/v1");
        assertThat(mask.masked("pawl-tests/1.0 is no secret")).isEqualTo("pawl-tests/1.0 is no secret");
        assertThat(mask.masked("https://a:b@other.org")).isEqualTo("https://***@other.org");
    }
}
