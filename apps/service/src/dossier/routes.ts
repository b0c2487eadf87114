import { record } from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { exportEvidenceHandler, verifyEvidenceHandler } from './evidence.ts';
import { addNoteHandler, readNotesHandler, removeNoteHandler, setTagsHandler } from './notes/handlers.ts';
import { readTimelineHandler } from './timeline.ts';

/** What verifications and face sessions have in common for people who look at one. */
export const DOSSIER_ROUTES: readonly Route[] = [
  route(record.verifyEvidence, verifyEvidenceHandler),
  route(record.exportEvidence, exportEvidenceHandler),
  route(record.readTimeline, readTimelineHandler),
  route(record.readNotes, readNotesHandler),
  route(record.addNote, addNoteHandler),
  route(record.removeNote, removeNoteHandler),
  route(record.setTags, setTagsHandler),
];
