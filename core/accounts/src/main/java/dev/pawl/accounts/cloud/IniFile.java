package dev.pawl.accounts.cloud;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A file of sections with settings, as Amazon's programs write it; a file that does not exist is empty. */
final class IniFile {
    private IniFile() {}

    /** The settings by section; {@code [profile NAME]} is the section NAME. */
    static Map<String, Map<String, String>> read(Path file) throws IOException {
        var sections = new LinkedHashMap<String, Map<String, String>>();
        String text;
        try {
            text = CloudFile.text(file);
        } catch (NoSuchFileException e) {
            return sections;
        }
        var section = new LinkedHashMap<String, String>();
        for (var line : text.lines().toList()) {
            var words = line.strip();
            int equals = words.indexOf('=');
            if (words.startsWith("[") && words.endsWith("]")) {
                var name = words.substring(1, words.length() - 1).strip();
                section = new LinkedHashMap<>();
                sections.put(name.startsWith("profile ") ? name.substring(8).strip() : name, section);
            } else if (equals > 0 && !words.startsWith("#") && !words.startsWith(";")) {
                section.put(
                        words.substring(0, equals).strip(),
                        words.substring(equals + 1).strip());
            }
        }
        return sections;
    }
}
