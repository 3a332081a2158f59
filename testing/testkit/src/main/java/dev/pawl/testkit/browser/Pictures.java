package dev.pawl.testkit.browser;

import java.io.IOException;
import java.util.Base64;

/** Compares pictures of pages by what a person would notice, not by pixels: fonts differ between machines. */
public final class Pictures {
    private static final String SCRIPT = """
        (async () => {
          const cells = async data => {
            const image = new Image();
            image.src = 'data:image/png;base64,' + data;
            await image.decode();
            const canvas = document.createElement('canvas');
            canvas.width = 48;
            canvas.height = 36;
            const context = canvas.getContext('2d');
            context.imageSmoothingQuality = 'high';
            context.drawImage(image, 0, 0, 48, 36);
            return context.getImageData(0, 0, 48, 36).data;
          };
          const one = await cells('ONE'), other = await cells('OTHER');
          let sum = 0;
          for (let i = 0; i < one.length; i++) sum += Math.abs(one[i] - other[i]);
          return sum / one.length;
        })()\
        """;

    private Pictures() {}

    /**
     * How far two pictures are apart, from 0 for the same to 255: the mean over a coarse raster of both.
     *
     * @param page a page without a policy, such as an empty one, that compares them
     */
    public static double difference(BrowserPage page, byte[] one, byte[] other)
            throws IOException, InterruptedException {
        var base64 = Base64.getEncoder();
        return Double.parseDouble(page.text(SCRIPT.replace("'ONE'", "'" + base64.encodeToString(one) + "'")
                .replace("'OTHER'", "'" + base64.encodeToString(other) + "'")));
    }
}
