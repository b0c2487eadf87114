import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Ui } from '../page/ui.ts';

/**
 * What the open camera shows, for as long as it stands there; whoever looks for faces or codes looks here.
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
  return <video ref={video} class={kind} muted autoPlay playsInline aria-label={label} />;
};
