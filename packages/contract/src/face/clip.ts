/** The longer side of a clip's pictures, in pixels, and the fewest pictures a second. */
export const CLIP = { longest_side: 160, least_per_s: 12 } as const;
/** The most pictures that a clip may have. */
export const MOST_PICTURES = 240;
