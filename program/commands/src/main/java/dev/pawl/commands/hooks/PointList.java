package dev.pawl.commands.hooks;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import java.io.PrintStream;

/** Prints every hook point, in the order one meets them. */
public final class PointList {
    private PointList() {}

    public static int print(PrintStream out) {
        int width = HookPoints.all().stream()
                .mapToInt(point -> point.name().length())
                .max()
                .orElse(0);
        for (HookPoint<?, ?> point : HookPoints.all()) {
            out.printf(
                    "%-" + width + "s  %-11s  %s%n",
                    point.name(),
                    point.kind(),
                    point.traits().doc());
        }
        return 0;
    }
}
