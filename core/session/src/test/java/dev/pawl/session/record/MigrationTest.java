package dev.pawl.session.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationTest {
    private static final String V1 = """
        {"type":"session","id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p"}
        {"type":"message","timestamp":"t1","message":{"role":"user","content":"one"}}
        {"type":"message","timestamp":"t2","message":{"role":"assistant","content":[]}}
        {"type":"message","timestamp":"t3","message":{"role":"user","content":"two"}}
        {"type":"message","timestamp":"t4","message":{"role":"hookMessage","content":"three"}}
        {"type":"compaction","timestamp":"t5","summary":"S","firstKeptEntryIndex":4,"tokensBefore":7}
        {"type":"message","timestamp":"t6","message":{"role":"user","content":"four"}}
        """;

    @TempDir
    Path folder;

    @Test
    void entries_of_version_1_get_ids_and_follow_each_other() throws Exception {
        var records = migrated(V1);

        assertThat(records.getFirst())
                .isEqualTo(
                        JsonObject.parse(V1.lines().findFirst().orElseThrow()).with("version", 3));
        assertThat(records.get(1).has("parentId")).isTrue();
        assertThat(records.get(1).get("parentId")).isNull();
        for (int i = 2; i < records.size(); i++) {
            assertThat(records.get(i).string("parentId")).isEqualTo(id(records, i - 1));
        }
        assertThat(records.stream().skip(1).map(record -> record.string("id")))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[0-9a-f]{8}"));
    }

    @Test
    void a_compaction_of_version_1_counts_records_with_the_header_at_0() throws Exception {
        var records = migrated(V1);

        assertThat(records.get(5).string("firstKeptEntryId")).isEqualTo(id(records, 4));
        assertThat(records.get(5).has("firstKeptEntryIndex")).isFalse();
        assertThat(records.get(5).number("tokensBefore", 0)).isEqualTo(7);
    }

    @Test
    void a_compaction_that_kept_nothing_names_itself_and_one_that_kept_all_the_first_entry() throws Exception {
        var records = migrated("""
            {"type":"session","id":"s"}
            {"type":"message","message":{"role":"user"}}
            {"type":"compaction","summary":"S","firstKeptEntryIndex":2}
            {"type":"compaction","firstKeptEntryIndex" : 99,"summary":"S"}
            {"firstKeptEntryIndex":0,"type":"compaction"}
            {"type":"compaction","firstKeptEntryIndex":"x"}
            """);

        assertThat(records.get(2).get("firstKeptEntryId")).isEqualTo(id(records, 2));
        assertThat(records.get(3).get("firstKeptEntryId")).isEqualTo(id(records, 3));
        assertThat(records.get(4).get("firstKeptEntryId")).isEqualTo(id(records, 1));
        assertThat(records.get(5).get("firstKeptEntryIndex")).isEqualTo("x");
    }

    @Test
    void messages_of_hooks_are_called_custom() throws Exception {
        var v2 = """
            {"type":"session","version":2,"id":"s","cwd":"/p"}
            {"type":"message","id":"a","parentId":null,"message":{"role":"hookMessage","content":"\\u00e9","x":1.0}}
            {"message":{"content":[{"role":"hookMessage"}],"role":"user"},"type":"message","id":"b","parentId":"a"}
            {"type":"acme:note","id":"c","parentId":"b","message":{"role":"hookMessage"}}
            """;
        var file = write(v2);

        Migration.run(file, new Random(1));

        assertThat(Files.readString(file))
                .isEqualTo(v2.replace("\"version\":2", "\"version\":3")
                        .replaceFirst("\"role\":\"hookMessage\"", "\"role\":\"custom\""));
    }

    @Test
    void unknown_types_and_fields_survive_to_the_last_byte() throws Exception {
        var file = write("""
            {"type":"session","id":"s","zz":[1.50,1E+2]}
            { "type" : "acme:note", "deep":{"id":"mine","parentId":3},"n":123456789012345678901234567890,"é":"\\/" }
            """);

        Migration.run(file, new Random(1));

        assertThat(Files.readString(file).replaceAll("\"[0-9a-f]{8}\"", "ID")).isEqualTo("""
            {"type":"session","version":3,"id":"s","zz":[1.50,1E+2]}
            { "type" : "acme:note","id":ID,"parentId":null, "deep":{"id":"mine","parentId":3},\
            "n":123456789012345678901234567890,"é":"\\/" }
            """);
    }

    @Test
    void lines_that_are_no_records_are_kept_and_not_counted() throws Exception {
        var file = Files.writeString(folder.resolve("s.jsonl"), """

            {"type":"session","id":"s"}
            {"type":"message","mess
            [1]

            {"type":"message","message":{"role":"user","content":"\u00ff\u00c3\u00a9"}}
            {"untyped":1}
            {"type":"compaction","firstKeptEntryIndex":2}
            {"type":"me\
            """, StandardCharsets.ISO_8859_1);

        Migration.run(file, new Random(1));

        var text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(text.replaceAll("\"[0-9a-f]{8}\"", "ID")).isEqualTo("""

            {"type":"session","version":3,"id":"s"}
            {"type":"message","mess
            [1]

            {"type":"message","id":ID,"parentId":null,"message":{"role":"user","content":"\u00ff\u00c3\u00a9"}}
            {"untyped":1}
            {"type":"compaction","id":ID,"parentId":ID,"firstKeptEntryId":ID}
            {"type":"me\
            """);
        var compaction = JsonObject.parse(text.lines()
                .filter(line -> line.contains("compaction"))
                .findFirst()
                .orElseThrow());
        assertThat(compaction.get("firstKeptEntryId")).isEqualTo(compaction.get("id"));
    }

    @Test
    void ids_that_were_there_by_chance_are_replaced() throws Exception {
        var records = migrated("""
            {"type":"session","id":"s","version":1}
            {"id":{"a":[1]},"type":"message","parentId":"x"}
            {"type":"message","id":"s","message":null}
            """);

        assertThat(records.get(1).string("id")).matches("[0-9a-f]{8}");
        assertThat(records.get(1).get("parentId")).isNull();
        assertThat(records.get(2).get("parentId")).isEqualTo(id(records, 1));
    }

    @Test
    void the_second_time_nothing_changes() throws Exception {
        var file = write(V1);
        Migration.run(file, new Random(1));
        var bytes = Files.readAllBytes(file);
        var time = FileTime.from(Instant.parse("2025-02-02T02:02:02Z"));
        Files.setLastModifiedTime(file, time);

        Migration.run(file, new Random(2));

        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
        assertThat(Migration.needed(SessionHeaderReader.read(file))).isFalse();
    }

    @Test
    void only_older_versions_need_it() {
        assertThat(Migration.needed(JsonObject.empty())).isTrue();
        assertThat(Migration.needed(JsonObject.of("version", 2))).isTrue();
        assertThat(Migration.needed(JsonObject.of("version", 3))).isFalse();
        assertThat(Migration.needed(JsonObject.of("version", 4))).isFalse();
        assertThat(Migration.needed(JsonObject.of("version", "two"))).isFalse();
    }

    @Test
    void what_a_crash_left_behind_does_no_harm_and_goes() throws Exception {
        var file = write(V1);
        var leftover = Files.writeString(folder.resolve("s.jsonl.123.migrating"), "{\"type\":\"sess");
        var other = Files.writeString(folder.resolve("t.jsonl.123.migrating"), "");
        assertThat(SessionHeaderReader.read(file)).isNotNull();

        Migration.run(file, new Random(1));

        assertThat(records(file)).hasSize(7);
        assertThat(leftover).doesNotExist();
        assertThat(folder).isDirectoryContaining(path -> path.equals(other));
    }

    @Test
    void a_migration_that_fails_leaves_the_session_as_it_was() throws Exception {
        var deep = Files.createDirectory(folder.resolve("d"));
        var file = Files.writeString(deep.resolve("n".repeat(245) + ".jsonl"), V1); // No room for a longer name.

        assertThatThrownBy(() -> Migration.run(file, new Random(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is of version 1 and could not be brought to version 3");

        assertThat(Files.readString(file)).isEqualTo(V1);
        assertThat(deep).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void a_file_that_is_no_session_is_refused() throws Exception {
        var file = write("hello\n");

        assertThatThrownBy(() -> Migration.run(file, new Random(1))).hasMessageContaining("it has no header");

        assertThat(Files.readString(file)).isEqualTo("hello\n");
    }

    @Test
    void who_may_read_it_stays_as_it_was() throws Exception {
        var file = write(V1);
        var permissions = PosixFilePermissions.fromString("rw-r-----");
        Files.setPosixFilePermissions(file, permissions);

        Migration.run(file, new Random(1));

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(permissions);
    }

    @Test
    void a_link_is_not_followed() throws Exception {
        var file = write(V1);
        var link = Files.createSymbolicLink(folder.resolve("link.jsonl"), file);

        assertThatThrownBy(() -> Migration.run(link, new Random(1))).isInstanceOf(IOException.class);

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent(V1);
    }

    private List<JsonObject> migrated(String text) throws IOException {
        var file = write(text);
        Migration.run(file, new Random(1));
        return records(file);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("s.jsonl"), text);
    }

    private static List<JsonObject> records(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(JsonObject::parse).toList();
    }

    private static String id(List<JsonObject> records, int place) {
        return records.get(place).string("id");
    }
}
