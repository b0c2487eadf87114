/**
 * A frame is accepted up to this long after its step's window: a slow device takes its picture when the
 * window ends, and gets it a moment later. Clients plan with the window and leave this time to the device.
 */
export const STEP_SLACK_MS = 1_500;
