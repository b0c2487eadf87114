interface Reader {
  read(): Promise<{ value?: VideoFrame; done: boolean }>;
  cancel(): Promise<void>;
}
type Processor = new (of: {
  track: MediaStreamTrack;
  maxBufferSize: number;
}) => { readable: { getReader(): Reader } };

/** The camera's newest pictures, one by one. */
export interface TrackReader {
  /** null: there are none any more, or they are not as the video shows them. */
  next(video: HTMLVideoElement): Promise<VideoFrame | null>;
  close(): void;
}

/**
 * Reads the camera itself where the browser lets a page do so (Chromium): its pictures have not been through
 * what paints the page, from where the first one took a second to come back on a busy machine. null
 * elsewhere.
 */
export const openTrackReader = (video: HTMLVideoElement): TrackReader | null => {
  const { MediaStreamTrackProcessor } = window as unknown as { MediaStreamTrackProcessor?: Processor };
  const [track] = (video.srcObject as MediaStream | null)?.getVideoTracks() ?? [];
  if (!MediaStreamTrackProcessor || !track) return null;
  const reader = new MediaStreamTrackProcessor({ track, maxBufferSize: 1 }).readable.getReader();
  return {
    async next({ videoWidth, videoHeight }) {
      const { value } = await reader.read();
      if (!value) return null;
      // A sensor that lies on its side: only the video turns its pictures.
      if (value.displayWidth === videoWidth && value.displayHeight === videoHeight) return value;
      value.close();
      return null;
    },
    close: () => void reader.cancel().catch(() => {}),
  };
};
