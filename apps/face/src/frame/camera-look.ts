import type { Ui } from '../page/ui.ts';

/** The classes of the page while the camera is on, and the colour that surrounds the oval. */
export const cameraLook = ({ state, colour, motion }: Ui): { look: string; glow: string | null } => {
  const { name } = state.screen;
  if (name !== 'ready' && name !== 'capture') return { look: '', glow: null };
  if (colour) return { look: ' camera light', glow: colour };
  return { look: ` camera${motion.value.lamp ? ' lamp' : ''}`, glow: null };
};
