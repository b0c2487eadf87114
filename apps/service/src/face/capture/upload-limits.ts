import { capOf, type LimitWorld, overridesOf } from '../../calls/limits.ts';

/** How large the pictures that an organization is sent may be. */
export interface UploadLimits {
  /** All parts of a capture together. */
  capture_body_bytes: number;
  frame_bytes: number;
  frame_pixels: number;
  clip_bytes: number;
}

export async function uploadLimits(world: LimitWorld, org: string): Promise<UploadLimits> {
  const overrides = await overridesOf(world, org);
  return {
    capture_body_bytes: capOf('capture_body_bytes', ...overrides),
    frame_bytes: capOf('frame_bytes', ...overrides),
    frame_pixels: capOf('frame_pixels', ...overrides),
    clip_bytes: capOf('clip_bytes', ...overrides),
  };
}

export const tooManyPixels = (most: number): string => `has more than ${most / 1e6} megapixels`;
