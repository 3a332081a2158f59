package dev.pawl.packages.maven.inside;

import dev.pawl.packages.maven.Coordinates;
import dev.pawl.packages.maven.Resolver;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.runtime.standalonestatic.StandaloneStaticRuntime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferCancelledException;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;
import org.jspecify.annotations.Nullable;

/** Asks Maven's resolver. Repositories that a file itself names are not used, and wrong checksums are failures. */
public final class MimaResolver implements Resolver {
    private static final String CENTRAL = "https://repo.maven.apache.org/maven2/";

    @Override
    public List<Found> resolve(Request request, Consumer<String> progress) throws IOException {
        var transfers = new Transfers(progress);
        var overrides = ContextOverrides.create()
                .withUserSettings(true)
                .withMavenUserHomeOverride(request.home())
                .offline(request.offline())
                .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                .ignoreArtifactDescriptorRepositories(true)
                .repositories(repositories(request))
                .addRepositoriesOp(ContextOverrides.AddRepositoriesOp.APPEND)
                .configProperties(
                        Map.of("aether.connector.connectTimeout", 10_000, "aether.connector.requestTimeout", 60_000))
                .transferListener(transfers)
                .build();
        try (var context = new StandaloneStaticRuntime().create(overrides)) {
            var session = new DefaultRepositorySystemSession(context.repositorySystemSession());
            session.setLocalRepositoryManager(
                    new CheckedRepository(Objects.requireNonNull(session.getLocalRepositoryManager())));
            // A pom that is not valid would otherwise count as one without dependencies.
            session.setArtifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(true, false));
            return request.whole() ? whole(request, context, session) : alone(request, context, session);
        } catch (RepositoryException e) {
            throw new IOException(words(e, transfers), e);
        } catch (RuntimeException | LinkageError e) {
            throw new IOException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
        }
    }

    /** The innermost cause names what happened; the outer ones name the file that is missing because of it. */
    private static String words(RepositoryException e, Transfers transfers) {
        var refused = transfers.refusal();
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
            if (cause instanceof IllegalArgumentException) {
                return String.valueOf(cause.getMessage());
            }
        }
        return refused == null ? String.valueOf(e.getMessage()) : refused;
    }

    private static List<RemoteRepository> repositories(Request request) {
        var all = new ArrayList<RemoteRepository>();
        all.add(new RemoteRepository.Builder("central", "default", CENTRAL).build());
        for (var one : request.repositories()) {
            int sign = one.indexOf('=');
            all.add(new RemoteRepository.Builder(one.substring(0, sign), "default", one.substring(sign + 1)).build());
        }
        return all;
    }

    private static List<Found> alone(Request request, Context context, RepositorySystemSession session)
            throws RepositoryException {
        var requests = new ArrayList<ArtifactRequest>();
        for (var one : request.coordinates()) {
            requests.add(new ArtifactRequest(artifact(one, one.version()), context.remoteRepositories(), null));
        }
        return found(context.repositorySystem().resolveArtifacts(session, requests));
    }

    private static List<Found> whole(Request request, Context context, RepositorySystemSession session)
            throws RepositoryException {
        var managed = new LinkedHashMap<String, Dependency>();
        var roots = new ArrayList<Dependency>();
        for (var one : request.coordinates()) {
            if (one.type().equals("pom")) {
                var descriptor =
                        new ArtifactDescriptorRequest(artifact(one, one.version()), context.remoteRepositories(), null);
                context.repositorySystem()
                        .readArtifactDescriptor(session, descriptor)
                        .getManagedDependencies()
                        .forEach(dependency -> managed.putIfAbsent(key(dependency.getArtifact()), dependency));
            }
        }
        for (var one : request.coordinates()) {
            if (!one.type().equals("pom")) {
                var dependency = new Dependency(artifact(one, version(one, managed, context, session)), "compile");
                roots.add(
                        one.type().equals("fatjar")
                                ? dependency.setExclusions(List.of(new Exclusion("*", "*", "*", "*")))
                                : dependency);
            }
        }
        var collect = new CollectRequest(roots, new ArrayList<>(managed.values()), context.remoteRepositories());
        // The vocabulary is the program's own, whatever a library was built against.
        var result = context.repositorySystem()
                .resolveDependencies(
                        session,
                        new DependencyRequest(
                                collect,
                                DependencyFilterUtils.andFilter(
                                        DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME),
                                        (node, _) -> node.getArtifact() == null
                                                || !node.getArtifact()
                                                        .getGroupId()
                                                        .equals("dev.pawl"))));
        return found(result.getArtifactResults());
    }

    private static String version(
            Coordinates one, Map<String, Dependency> managed, Context context, RepositorySystemSession session)
            throws RepositoryException {
        if (one.version() != null) {
            return one.version();
        }
        var given = managed.get(key(artifact(one, "0")));
        if (given != null) {
            return given.getArtifact().getVersion();
        }
        var range = new VersionRangeRequest(artifact(one, "[0,)"), context.remoteRepositories(), null);
        var versions = context.repositorySystem().resolveVersionRange(session, range).getVersions().stream()
                .map(Object::toString)
                .filter(version -> !version.endsWith("-SNAPSHOT"))
                .toList();
        if (versions.isEmpty()) {
            throw new IllegalArgumentException("no repository has a version of " + one);
        }
        return versions.getLast();
    }

    private static String key(Artifact artifact) {
        return artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getClassifier() + ":"
                + artifact.getExtension();
    }

    private static Artifact artifact(Coordinates one, @org.jspecify.annotations.Nullable String version) {
        return new DefaultArtifact(one.group(), one.artifact(), one.classifier(), one.extension(), version);
    }

    private static List<Found> found(List<ArtifactResult> results) {
        var found = new ArrayList<Found>();
        for (var result : results) {
            var artifact = result.getArtifact();
            found.add(new Found(
                    new Coordinates(
                            artifact.getGroupId(),
                            artifact.getArtifactId(),
                            artifact.getVersion(),
                            artifact.getClassifier(),
                            artifact.getExtension()),
                    artifact.getFile().toPath()));
        }
        return found;
    }

    /** Reports what is fetched, and ends transfers that would not end. */
    private static final class Transfers extends AbstractTransferListener {
        private static final long MOST = 512L << 20;

        private final Consumer<String> progress;
        private volatile @Nullable String refusal;

        Transfers(Consumer<String> progress) {
            this.progress = progress;
        }

        /** Why a transfer was ended; null if none was. */
        @Nullable
        String refusal() {
            return refusal;
        }

        @Override
        public void transferInitiated(TransferEvent event) {
            var name = event.getResource().getResourceName();
            if (name.endsWith(".jar")) {
                progress.accept("fetching " + name.substring(name.lastIndexOf('/') + 1));
            }
        }

        @Override
        public void transferProgressed(TransferEvent event) throws TransferCancelledException {
            if (event.getTransferredBytes() > MOST) {
                refusal = event.getResource().getResourceName() + " has more than " + (MOST >> 20)
                        + " MiB and is refused";
                throw new TransferCancelledException(refusal);
            }
        }
    }
}
