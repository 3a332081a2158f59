package dev.pawl.policy.checkpoint;

/**
 * One file, link or folder of a tree.
 *
 * @param mode type and permissions, as the operating system numbers them
 * @param id the name of its content in the store; empty for folders
 */
record Node(int mode, String id) {
    static final int FILE = 0100000;
    static final int LINK = 0120000;
    static final int FOLDER = 0040000;

    private static final int TYPES = 0170000;
    private static final int PERMISSIONS = 07777;

    static int type(int mode) {
        return mode & TYPES;
    }

    int type() {
        return type(mode);
    }

    int permissions() {
        return mode & PERMISSIONS;
    }

    boolean isFolder() {
        return type() == FOLDER;
    }

    boolean isLink() {
        return type() == LINK;
    }

    /** The mode with which git stores it. */
    String gitMode() {
        return isLink() ? "120000" : (mode & 0100) != 0 ? "100755" : "100644";
    }

    /** The mode if no other one is stored. */
    int usualMode() {
        return switch (type()) {
            case FOLDER -> FOLDER | 0755;
            case LINK -> LINK | 0777;
            default -> (mode & 0100) != 0 ? FILE | 0755 : FILE | 0644;
        };
    }
}
