const frameDepth = (): number => {
  let depth = 0;
  for (let at: Window = window; at !== at.parent && depth < 10; at = at.parent) depth++;
  return depth;
};

/** Where the call was made, and whether the page was in front. */
export const page = () => ({
  origin: location.origin,
  visibility: document.visibilityState,
  focused: document.hasFocus(),
  frame_depth: frameDepth(),
});
