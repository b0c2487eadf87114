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
  /** null: there are no more pictures, or they differ from what the video shows. */
  next(video: HTMLVideoElement): Promise<VideoFrame | null>;
  close(): void;
}

/**
 * Reads the camera's track directly where the browser allows it (Chromium). These pictures skip the page's
 * painting, which delayed the first one by a second on a busy machine. Null in other browsers.
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
      // The sensor is mounted sideways, and only the video turns its pictures.
      if (value.displayWidth === videoWidth && value.displayHeight === videoHeight) return value;
      value.close();
      return null;
    },
    close: () => void reader.cancel().catch(() => {}),
  };
};
