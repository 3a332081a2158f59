package dev.pawl.screen.status;

import dev.pawl.screen.look.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The resources that the process of TypeScript hooks uses, as far as the machine reports them. */
public final class ProcessFigures {
    private ProcessFigures() {}

    public static String of(ProcessHandle process) {
        var text = new StringBuilder("TypeScript hooks run in process ").append(process.pid());
        var memory = memory(Path.of("/proc", Long.toString(process.pid()), "status"));
        if (memory != null) {
            text.append(" · ").append(memory).append(" MB of memory");
        }
        process.info()
                .totalCpuDuration()
                .ifPresent(time -> text.append(" · ")
                        .append(Figures.seconds(time.toMillis()))
                        .append(" of processor time"));
        return text.toString();
    }

    /** The memory that a process has, where its state is a file. */
    private static @Nullable Long memory(Path status) {
        try {
            for (var line : Files.readAllLines(status)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
                }
            }
        } catch (IOException e) {
            // Other systems keep it elsewhere, and the process may be gone.
        }
        return null;
    }
}
