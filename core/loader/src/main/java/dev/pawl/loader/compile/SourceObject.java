package dev.pawl.loader.compile;

import java.net.URI;
import java.nio.charset.CharacterCodingException;
import javax.tools.SimpleJavaFileObject;

/** A hook's source file as the compiler sees it; the class in it may have any name. */
final class SourceObject extends SimpleJavaFileObject {
    private final HookSources hook;
    private final String name;
    private final String text;

    /**
     * Wraps a file.
     *
     * @param number distinguishes the same file in two hooks
     */
    SourceObject(HookSources hook, int number, SourceText file) throws CharacterCodingException {
        super(URI.create("hook:/" + number + file.path().toUri().getRawPath()), Kind.SOURCE);
        this.hook = hook;
        this.name = file.path().toString();
        this.text = file.text();
    }

    HookSources hook() {
        return hook;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }

    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
        // javac asks by these two names what sort of file it is.
        if (simpleName.equals("package-info") || simpleName.equals("module-info")) {
            return super.isNameCompatible(simpleName, kind);
        }
        return kind == Kind.SOURCE;
    }
}
