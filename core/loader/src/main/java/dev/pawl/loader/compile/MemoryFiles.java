package dev.pawl.loader.compile;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import org.jspecify.annotations.Nullable;

/** Keeps the class files of one compiler run in memory, sorted by the hook whose source they come from. */
final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<HookSources, Map<String, ByteArrayOutputStream>> classes = new LinkedHashMap<>();

    MemoryFiles(JavaFileManager files) {
        super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, Kind kind, @Nullable FileObject sibling) {
        if (!(sibling instanceof SourceObject source)) {
            throw new IllegalStateException("class " + className + " comes from no source of a hook: " + sibling);
        }
        var content = new ByteArrayOutputStream();
        classes.computeIfAbsent(source.hook(), _ -> new LinkedHashMap<>()).put(className, content);
        return new SimpleJavaFileObject(URI.create("memory:/" + className.replace('.', '/') + ".class"), kind) {
            @Override
            public OutputStream openOutputStream() {
                return content;
            }
        };
    }

    /** The class files of a hook by binary name. */
    Map<String, byte[]> classesOf(HookSources hook) {
        var files = new LinkedHashMap<String, byte[]>();
        classes.getOrDefault(hook, Map.of()).forEach((name, content) -> files.put(name, content.toByteArray()));
        return files;
    }
}
