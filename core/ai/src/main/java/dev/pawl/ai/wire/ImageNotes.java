package dev.pawl.ai.wire;

import dev.pawl.api.message.Content;
import java.util.ArrayList;
import java.util.List;

/** Notes in place of images that are not sent. */
public final class ImageNotes {
    private ImageNotes() {}

    /** Returns the blocks with one note for all images that stand next to each other; the same list if there is none. */
    public static List<Content> in(List<Content> blocks, String note) {
        if (blocks.stream().noneMatch(Content.Image.class::isInstance)) {
            return blocks;
        }
        var noted = new ArrayList<Content>(blocks.size());
        boolean afterImage = false;
        for (var block : blocks) {
            boolean image = block instanceof Content.Image;
            if (!image) {
                noted.add(block);
            } else if (!afterImage) {
                noted.add(Content.text(note));
            }
            afterImage = image;
        }
        return noted;
    }
}
