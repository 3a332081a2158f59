package dev.pawl.config.trust;

import dev.pawl.base.FileTree;
import dev.pawl.base.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Set;

/** A hash of all files in the folder of a package, its dependencies included; only the history of git is left out. */
final class PackageHash {
    private PackageHash() {}

    static String of(Path folder) {
        try {
            var digest = Sha256.begin();
            for (var file : FileTree.files(folder, Set.of(".git"))) {
                var name = folder.relativize(file).toString();
                digest.update(name.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                if (Files.isSymbolicLink(file)) {
                    digest.update(Files.readSymbolicLink(file).toString().getBytes(StandardCharsets.UTF_8));
                } else {
                    digest.update(Long.toString(Files.size(file)).getBytes(StandardCharsets.UTF_8));
                    digest.update((byte) 0);
                    Sha256.update(digest, file);
                }
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            return "unreadable: " + e.getMessage();
        }
    }
}
