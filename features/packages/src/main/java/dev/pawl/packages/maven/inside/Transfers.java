package dev.pawl.packages.maven.inside;

import java.util.function.Consumer;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferCancelledException;
import org.eclipse.aether.transfer.TransferEvent;
import org.jspecify.annotations.Nullable;

/** Reports what is fetched, and ends transfers that would not end. */
final class Transfers extends AbstractTransferListener {
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
            refusal = event.getResource().getResourceName() + " has more than " + (MOST >> 20) + " MiB and is refused";
            throw new TransferCancelledException(refusal);
        }
    }
}
