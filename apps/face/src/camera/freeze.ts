/** Twice the size of the oval on a phone. */
const [WIDTH, HEIGHT] = [546, 728];

/**
 * The part of the video that the oval shows, as the person sees it, in a canvas in memory. Null if there is no
 * picture, or nothing that shows one.
 */
export const freeze = (video: HTMLVideoElement): HTMLCanvasElement | null => {
  const shown = video.parentElement?.querySelector('.window')?.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!shown || !context || !video.videoWidth) return null;
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const box = video.getBoundingClientRect();
  const scale = Math.max(box.width / video.videoWidth, box.height / video.videoHeight);
  const [width, height] = [shown.width / scale, shown.height / scale];
  const x = video.videoWidth / 2 - (shown.left + shown.width / 2 - (box.left + box.width / 2)) / scale;
  const y = video.videoHeight / 2 + (shown.top + shown.height / 2 - (box.top + box.height / 2)) / scale;
  // As in a mirror.
  context.translate(WIDTH, 0);
  context.scale(-1, 1);
  context.drawImage(video, x - width / 2, y - height / 2, width, height, 0, 0, WIDTH, HEIGHT);
  return canvas;
};
