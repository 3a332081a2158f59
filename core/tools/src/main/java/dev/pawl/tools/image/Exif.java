package dev.pawl.tools.image;

import dev.pawl.base.ImageType;

/** Which way up a photograph is, as the camera noted it. */
final class Exif {
    private static final int ORIENTATION = 0x0112;

    private Exif() {}

    /** 1 for as it is, 2 to 8 for turned and mirrored as EXIF numbers it. */
    static int orientation(byte[] jpeg) {
        try {
            for (int at = 2; at + 4 < jpeg.length && (jpeg[at] & 0xFF) == 0xFF; ) {
                int marker = jpeg[at + 1] & 0xFF;
                if (marker == 0xDA) {
                    break;
                }
                if (marker == 0xE1 && ImageType.begins(jpeg, at + 4, "Exif\0\0")) {
                    return inTiff(jpeg, at + 10);
                }
                at += 2 + ImageType.bigEndian(jpeg, at + 2, 2);
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            // Cut off, or nonsense: then as it is.
        }
        return 1;
    }

    private static int inTiff(byte[] bytes, int tiff) {
        boolean little = ImageType.begins(bytes, tiff, "II");
        int directory = tiff + number(bytes, tiff + 4, 4, little);
        int entries = number(bytes, directory, 2, little);
        for (int i = 0; i < entries; i++) {
            int entry = directory + 2 + 12 * i;
            if (number(bytes, entry, 2, little) == ORIENTATION) {
                int value = number(bytes, entry + 8, 2, little);
                return value >= 1 && value <= 8 ? value : 1;
            }
        }
        return 1;
    }

    private static int number(byte[] bytes, int at, int count, boolean little) {
        return little ? ImageType.littleEndian(bytes, at, count) : ImageType.bigEndian(bytes, at, count);
    }
}
