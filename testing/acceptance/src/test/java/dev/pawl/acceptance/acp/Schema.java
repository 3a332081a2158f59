package dev.pawl.acceptance.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The published schema of the protocol: what is wrong with a value, and which fields of it nobody knows. */
final class Schema {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNode ROOT = read();
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final Map<String, JsonSchema> SCHEMAS = new ConcurrentHashMap<>();

    private Schema() {}

    /** What is wrong with a value of a definition; empty if nothing. */
    static List<String> flaws(String definition, JsonObject value) {
        try {
            var node = MAPPER.readTree(value.toString());
            var flaws = new ArrayList<String>();
            SCHEMAS.computeIfAbsent(definition, Schema::schema)
                    .validate(node)
                    .forEach(flaw -> flaws.add(definition + ": " + flaw.getMessage()));
            var unknown = new TreeSet<String>();
            node.fieldNames().forEachRemaining(unknown::add);
            ROOT.at("/$defs/" + definition + "/properties").fieldNames().forEachRemaining(unknown::remove);
            unknown.remove("sessionUpdate");
            if (ROOT.at("/$defs/" + definition).has("anyOf")) {
                return flaws; // Its fields stand in several places.
            }
            unknown.forEach(name -> flaws.add(definition + ": nobody knows the field " + name));
            return flaws;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonSchema schema(String definition) {
        var schema = MAPPER.createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.set("$defs", ROOT.get("$defs"));
        schema.put("$ref", "#/$defs/" + definition);
        return FACTORY.getSchema(schema);
    }

    private static JsonNode read() {
        try (var in = Objects.requireNonNull(Schema.class.getResourceAsStream("schema.json"))) {
            return MAPPER.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
