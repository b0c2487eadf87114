import type { Consent } from './consent.ts';
import type { PublicWorkflow } from './workflow.ts';

/** Screens that the preview of the face page can show: it has no camera, no token and no service. */
export const PREVIEW_SCREENS = ['consent', 'primer', 'ready', 'retry', 'result'] as const;
export type PreviewScreen = (typeof PREVIEW_SCREENS)[number];

/** From the dashboard to the preview inside of it. */
export interface PreviewMessage {
  type: 'preview';
  workflow: PublicWorkflow;
  consent: Consent;
  screen: PreviewScreen;
  /** How a check ended, where the workflow lets the page tell. */
  decision: 'approved' | 'declined' | 'review';
  locale: string;
  mode: 'light' | 'dark';
  /** False in the sandbox, where the page says so. */
  livemode: boolean;
}

/** From the preview to the dashboard. */
export type PreviewAnswer =
  | { type: 'preview-ready' }
  | { type: 'preview-locale'; locale: string }
  | { type: 'preview-screen'; screen: PreviewScreen };
