package dev.pawl.property;

/** How much of the campaign runs: a bounded part in every build, all of it with {@code -Dpawl.campaign=long}. */
public final class Campaign {
    /** Whether all of it runs. */
    public static final boolean LONG = "long".equals(System.getProperty("pawl.campaign"));

    /** Nothing here waits for time to pass; this is only for a program that hangs. */
    public static final long PATIENCE_SECONDS = 120;

    private Campaign() {}

    /** How often something is tried; {@code -Dpawl.campaign.share=0.1} runs a tenth of the long campaign. */
    public static int tries(int bounded, int all) {
        if (!LONG) {
            return bounded;
        }
        double share = Double.parseDouble(System.getProperty("pawl.campaign.share", "1"));
        return Math.max(bounded, (int) (all * share));
    }
}
