package dev.pawl.base.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecretFilterTest {
    private static final String VALUE = "ghp_9s/8F+kQ\"2x=ZZtop&vL~0Wq";
    private final SecretFilter filter = SecretFilter.of(new LinkedHashMap<>(java.util.Map.of("TOKEN", VALUE)));

    @Test
    void a_value_is_replaced_by_its_name_wherever_it_stands() {
        assertThat(filter.masked(VALUE)).isEqualTo("⟦secret:TOKEN⟧");
        assertThat(filter.masked("a " + VALUE + VALUE + " b")).isEqualTo("a ⟦secret:TOKEN⟧⟦secret:TOKEN⟧ b");
        assertThat(filter.masked(VALUE.toUpperCase(java.util.Locale.ROOT))).isEqualTo("⟦secret:TOKEN⟧");
    }

    @Test
    void a_text_without_a_value_is_the_same_object() {
        var text = "nothing in it, but é and 🦊 and a lone \ud800";
        assertThat(filter.masked(text)).isSameAs(text);
        assertThat(SecretFilter.NONE.masked(text)).isSameAs(text);
    }

    @Test
    void the_usual_encodings_of_a_value_are_found() {
        var bytes = VALUE.getBytes(UTF_8);
        var forms = List.of(
                URLEncoder.encode(VALUE, UTF_8),
                URLEncoder.encode(VALUE, UTF_8).replace("%2F", "%2f"),
                URLEncoder.encode(URLEncoder.encode(VALUE, UTF_8), UTF_8),
                VALUE.replace("\"", "\\\""),
                VALUE.replace("\"", "\\\"").replace("/", "\\/").replace("\\/", "/"),
                HexFormat.of().formatHex(bytes),
                HexFormat.of().withUpperCase().formatHex(bytes),
                HexFormat.ofDelimiter(":").formatHex(bytes),
                VALUE.chars().mapToObj(c -> String.format("\\u%04X", c)).reduce("", String::concat),
                VALUE.chars().mapToObj(c -> "&#" + c + ";").reduce("", String::concat));
        for (var form : forms) {
            assertThat(filter.masked("before " + form + " after")).isEqualTo("before ⟦secret:TOKEN⟧ after");
        }
    }

    @Test
    void base64_is_found_at_every_place_of_a_longer_text() {
        for (int before = 0; before < 7; before++) {
            for (var encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
                var encoded = encoder.encodeToString(("x".repeat(before) + VALUE + "yz").getBytes(UTF_8));
                var left = filter.masked(encoded);
                assertThat(left).contains("⟦secret:TOKEN⟧");
                assertThat(left.length() - "⟦secret:TOKEN⟧".length()).isLessThan(encoded.length() - 30);
            }
        }
    }

    @Test
    void every_line_of_a_key_is_a_value_but_its_frame_is_not() {
        var key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nabcdefghijklmnopqrstuvwxyz\n-----END KEY-----";
        var lines = SecretFilter.of(java.util.Map.of("KEY", key));
        assertThat(lines.masked("2: abcdefghijklmnopqrstuvwxyz")).isEqualTo("2: ⟦secret:KEY⟧");
        assertThat(lines.masked(key)).isEqualTo("⟦secret:KEY⟧");
        assertThat(lines.masked("-----BEGIN KEY-----")).isEqualTo("-----BEGIN KEY-----");
    }

    @Test
    void the_longer_of_two_values_counts() {
        var both = SecretFilter.of(java.util.Map.of("SHORT", "abcd1234", "LONG", "abcd1234efgh5678"));
        assertThat(both.masked("abcd1234efgh5678 abcd1234")).isEqualTo("⟦secret:LONG⟧ ⟦secret:SHORT⟧");
    }

    @Test
    void a_stream_in_pieces_is_as_the_whole_text() {
        var random = new Random(7);
        for (int round = 0; round < 300; round++) {
            var text = new StringBuilder();
            for (int i = 0; i < 30; i++) {
                text.append(
                        switch (random.nextInt(4)) {
                            case 0 -> VALUE;
                            case 1 -> VALUE.substring(0, random.nextInt(VALUE.length()));
                            case 2 -> Base64.getEncoder().encodeToString(VALUE.getBytes(UTF_8));
                            default -> "words é 🦊\n";
                        });
            }
            var bytes = text.toString().getBytes(UTF_8);
            var pieces = filter.pieces();
            var out = new ByteArrayOutputStream();
            int at = 0;
            while (at < bytes.length) {
                int next = Math.min(bytes.length, at + 1 + random.nextInt(40));
                out.writeBytes(pieces.add(java.util.Arrays.copyOfRange(bytes, at, next)));
                at = next;
            }
            out.writeBytes(pieces.end());
            assertThat(out.toString(UTF_8)).isEqualTo(filter.masked(text.toString()));
        }
    }

    @Test
    void what_cannot_be_the_beginning_of_a_value_is_shown_at_once() {
        var pieces = filter.pieces();
        assertThat(new String(pieces.add("50 %".getBytes(UTF_8)), UTF_8)).startsWith("50 ");
        assertThat(new String(pieces.add(" 51 .\n".getBytes(UTF_8)), UTF_8)).endsWith("51 .\n");
        assertThat(pieces.add("ghp_9s/".getBytes(UTF_8))).isEmpty();
        assertThat(new String(pieces.end(), UTF_8)).isEqualTo("ghp_9s/");
    }

    @Test
    void values_are_found_as_by_looking_for_each_form() {
        var random = new Random(11);
        for (int round = 0; round < 200; round++) {
            var values = new LinkedHashMap<String, String>();
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                values.put("S" + i, word(random, 8 + random.nextInt(60)));
            }
            var many = SecretFilter.of(values);
            var text = new StringBuilder(word(random, random.nextInt(50)));
            values.values().forEach(value -> text.append(value).append(word(random, random.nextInt(9))));
            var masked = many.masked(text.toString());
            assertThat(values.values()).noneMatch(masked::contains);
            assertThat(masked.split("⟦secret:", -1)).hasSize(values.size() + 1);
        }
    }

    private static String word(Random random, int length) {
        return random.ints(length, '!', '~')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void names_in_a_text_are_read_back() {
        assertThat(SecretFilter.named("curl ⟦secret:A_1⟧ ⟦secret:B⟧ ⟦secret:A_1⟧ ⟦secret:⟧"))
                .containsExactly("A_1", "B");
        assertThat(SecretFilter.named("nothing")).isEmpty();
    }
}
