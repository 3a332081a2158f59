package dev.pawl.machine;

import java.util.concurrent.TimeUnit;

/** How much of the campaign runs: a bounded part in every build, all of it with {@code -Dpawl.campaign=long}. */
public final class Campaign {
    /** Whether all of it runs. */
    public static final boolean LONG = "long".equals(System.getProperty("pawl.campaign"));

    private Campaign() {}

    /** How often something is tried; {@code -Dpawl.campaign.share=0.1} runs a tenth of the long campaign. */
    public static int tries(int bounded, int all) {
        if (!LONG) {
            return bounded;
        }
        double share = Double.parseDouble(System.getProperty("pawl.campaign.share", "1"));
        return Math.max(bounded, (int) (all * share));
    }

    /** The time that one test of the long campaign may take; without {@code -Dpawl.campaign.minutes=20} it has no end. */
    public static final class Time {
        private final long limit = TimeUnit.MINUTES.toNanos(LONG ? Long.getLong("pawl.campaign.minutes", 0L) : 0L);
        private final long begin = System.nanoTime();

        /** Whether to stop after so many of all tries; then, and after the last one, the number is printed. */
        public boolean isUp(int tried, int all) {
            boolean up = limit > 0 && System.nanoTime() - begin > limit;
            if (LONG && (up || tried == all)) {
                System.out.println("campaign: " + tried + " of " + all + " tries in "
                        + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin) + " s");
            }
            return up;
        }
    }
}
