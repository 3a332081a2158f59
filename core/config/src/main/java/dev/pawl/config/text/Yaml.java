package dev.pawl.config.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the YAML at the head of a Markdown file. */
final class Yaml {
    private static final LoadSettings SETTINGS = LoadSettings.builder().build();

    /** A name or dash, and beside it an unquoted text that YAML takes for something else: {@code globs: *.ts}. */
    private static final Pattern UNQUOTED = Pattern.compile("(?m)^([ ]*)([\\w-]+:|-)[ ]+"
            + "([*%@`].*?|\\[.*][ ]*[^ #\\n].*?|\\{.*}[ ]*[^ #\\n].*?|[^\"'|>#\\[{&!\\s].*?:[ ].*?)([ ]+#.*)?$");

    private Yaml() {}

    /**
     * The fields of an object. Numbers are left as they are written, as texts.
     *
     * <p>Many heads hold texts that need quotes and have none. A text that is not YAML is read again as if they had them.
     *
     * @param firstLine the number of the text's first line in its file
     * @throws Wrong if it cannot be read
     */
    static Map<String, @Nullable Object> object(String text, int firstLine) throws Wrong {
        try {
            return composed(text);
        } catch (YamlEngineException e) {
            try {
                return composed(UNQUOTED.matcher(text).replaceAll("$1$2 >-\n$1  $3"));
            } catch (YamlEngineException _) {
                throw new Wrong(e, firstLine);
            }
        }
    }

    private static Map<String, @Nullable Object> composed(String text) {
        var root = new Compose(SETTINGS).composeString(text);
        return switch (root.orElse(null)) {
            case null -> Map.of();
            case MappingNode fields -> map(fields);
            case Node other when value(other) == null -> Map.of();
            case Node _ -> throw new YamlEngineException("it is not of the form \"name: value\"");
        };
    }

    private static @Nullable Object value(Node node) {
        if (node.isRecursive()) {
            throw new YamlEngineException("it contains itself");
        }
        return switch (node) {
            case MappingNode fields -> map(fields);
            case SequenceNode items -> {
                var all = new ArrayList<@Nullable Object>();
                items.getValue().forEach(item -> all.add(value(item)));
                yield Collections.unmodifiableList(all);
            }
            case ScalarNode text when text.getScalarStyle() == ScalarStyle.PLAIN -> plain(text.getValue());
            case ScalarNode text -> text.getValue();
            default -> throw new YamlEngineException("unknown kind of value");
        };
    }

    private static Map<String, @Nullable Object> map(MappingNode node) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var field : node.getValue()) {
            var name = field.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
            fields.put(name, value(field.getValueNode()));
        }
        return Collections.unmodifiableMap(fields);
    }

    private static @Nullable Object plain(String text) {
        return switch (text) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            case "null", "Null", "NULL", "~", "" -> null;
            default -> text;
        };
    }

    /** A text is not YAML; the message begins with the line. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(YamlEngineException cause, int firstLine) {
            super(message(cause, firstLine), cause);
        }

        private static String message(YamlEngineException cause, int firstLine) {
            if (cause instanceof MarkedYamlEngineException marked) {
                var begun = marked instanceof ScannerException ? marked.getContextMark() : marked.getProblemMark();
                int line = begun.or(marked::getProblemMark).map(Mark::getLine).orElse(0);
                return "line " + (firstLine + line) + ": " + marked.getProblem();
            }
            return "line " + firstLine + ": " + cause.getMessage();
        }
    }
}
