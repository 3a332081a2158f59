package dev.pawl.tools.image;

import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadProgressListener;

/** A listener to the reading of an image that ignores all events. */
class ReadProgress implements IIOReadProgressListener {
    @Override
    public void sequenceStarted(ImageReader reader, int first) {}

    @Override
    public void sequenceComplete(ImageReader reader) {}

    @Override
    public void imageStarted(ImageReader reader, int index) {}

    @Override
    public void imageProgress(ImageReader reader, float percent) {}

    @Override
    public void imageComplete(ImageReader reader) {}

    @Override
    public void thumbnailStarted(ImageReader reader, int image, int thumbnail) {}

    @Override
    public void thumbnailProgress(ImageReader reader, float percent) {}

    @Override
    public void thumbnailComplete(ImageReader reader) {}

    @Override
    public void readAborted(ImageReader reader) {}
}
