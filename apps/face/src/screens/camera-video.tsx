import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Ui } from '../page/ui.ts';

/** A picture that lies across an upright window would show a face much larger than the oval. */
const markAcross = (video: HTMLVideoElement): void => {
  const { videoWidth, videoHeight } = video;
  video.classList.toggle('across', videoWidth > videoHeight && innerHeight > innerWidth);
};

/**
 * Shows the open camera while it is mounted. The readers of faces and codes take their pictures from here.
 */
export const CameraVideo = ({ ui, label, kind }: { ui: Ui; label: string; kind?: 'mirror' }) => {
  const video = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    const element = video.current!;
    element.srcObject = ui.stream();
    element.play().catch(() => {});
    ui.setVideo(element);
    return () => {
      ui.setVideo(null);
      element.srcObject = null;
    };
  }, []);
  return (
    <video
      ref={video}
      class={kind}
      muted
      autoPlay
      playsInline
      aria-label={label}
      onResize={({ currentTarget: shown }) => markAcross(shown)}
    />
  );
};
