package dev.pawl.loader.compile;

import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The class loader of one hook: its own classes, then what all hooks share; open until its owner closes it. */
public final class HookClassLoader extends OwnClassesLoader implements AutoCloseable {
    static {
        registerAsParallelCapable();
    }

    private final HookContent content;
    private final ProtectionDomain domain;
    private final @Nullable LibraryLoader libraries;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param libraries what all hooks share that ask for the same libraries; null if the hook asks for none */
    HookClassLoader(HookFile hook, HookContent content, ApiLoader shared, @Nullable LibraryLoader libraries) {
        super(
                hook.name(),
                libraries == null ? shared : libraries.used(),
                hook.path().toString());
        this.content = content;
        this.libraries = libraries;
        try {
            var source = new CodeSource(hook.path().toUri().toURL(), (Certificate @Nullable []) null);
            domain = new ProtectionDomain(source, null, this, null);
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("not a file: " + hook.path(), e);
        }
    }

    @Override
    byte @Nullable [] bytes(String name) throws IOException {
        return content.classFile(name);
    }

    @Override
    ProtectionDomain domain() {
        return domain;
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return content.resource(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        var resource = content.resource(name);
        return Collections.enumeration(resource == null ? List.of() : List.of(resource));
    }

    @Override
    public void close() throws IOException {
        content.close();
        if (libraries != null && closed.compareAndSet(false, true)) {
            libraries.release();
        }
    }
}
