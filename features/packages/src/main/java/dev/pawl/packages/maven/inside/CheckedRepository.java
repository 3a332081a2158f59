package dev.pawl.packages.maven.inside;

import dev.pawl.packages.maven.Coordinates;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.metadata.Metadata;
import org.eclipse.aether.repository.LocalArtifactRegistration;
import org.eclipse.aether.repository.LocalArtifactRequest;
import org.eclipse.aether.repository.LocalArtifactResult;
import org.eclipse.aether.repository.LocalMetadataRegistration;
import org.eclipse.aether.repository.LocalMetadataRequest;
import org.eclipse.aether.repository.LocalMetadataResult;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.LocalRepositoryManager;
import org.eclipse.aether.repository.RemoteRepository;

/** The local repository, which no name that a file of a repository brings can lead out of. */
final class CheckedRepository implements LocalRepositoryManager {
    private final LocalRepositoryManager inner;

    CheckedRepository(LocalRepositoryManager inner) {
        this.inner = inner;
    }

    private static Artifact checked(Artifact artifact) {
        check(new Coordinates(
                artifact.getGroupId(),
                artifact.getArtifactId(),
                artifact.getVersion(),
                artifact.getClassifier(),
                artifact.getExtension()));
        return artifact;
    }

    private static Metadata checked(Metadata metadata) {
        if (!metadata.getArtifactId().isEmpty()) {
            var version = metadata.getVersion();
            check(new Coordinates(
                    metadata.getGroupId(),
                    metadata.getArtifactId(),
                    version == null || version.isEmpty() ? null : version,
                    "",
                    "xml"));
        }
        return metadata;
    }

    private static void check(Coordinates coordinates) {
        var unsafe = coordinates.unsafe();
        if (unsafe != null) {
            throw new IllegalArgumentException(
                    "refused, because a file of the repository asks for " + coordinates.group() + ":"
                            + coordinates.artifact() + ":" + coordinates.version() + ", where \"" + unsafe
                            + "\" is no name that a repository can have");
        }
    }

    @Override
    public LocalRepository getRepository() {
        return inner.getRepository();
    }

    @Override
    public String getPathForLocalArtifact(Artifact artifact) {
        return inner.getPathForLocalArtifact(checked(artifact));
    }

    @Override
    public String getPathForRemoteArtifact(Artifact artifact, RemoteRepository repository, String context) {
        return inner.getPathForRemoteArtifact(checked(artifact), repository, context);
    }

    @Override
    public String getPathForLocalMetadata(Metadata metadata) {
        return inner.getPathForLocalMetadata(checked(metadata));
    }

    @Override
    public String getPathForRemoteMetadata(Metadata metadata, RemoteRepository repository, String context) {
        return inner.getPathForRemoteMetadata(checked(metadata), repository, context);
    }

    @Override
    public LocalArtifactResult find(RepositorySystemSession session, LocalArtifactRequest request) {
        checked(request.getArtifact());
        return inner.find(session, request);
    }

    @Override
    public void add(RepositorySystemSession session, LocalArtifactRegistration request) {
        inner.add(session, request);
    }

    @Override
    public LocalMetadataResult find(RepositorySystemSession session, LocalMetadataRequest request) {
        checked(request.getMetadata());
        return inner.find(session, request);
    }

    @Override
    public void add(RepositorySystemSession session, LocalMetadataRegistration request) {
        inner.add(session, request);
    }
}
