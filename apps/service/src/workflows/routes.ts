import { workflows } from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { discardDraftHandler, makeWorkflowHandler, saveDraftHandler } from './edit.ts';
import { makeLinkHandler, readLinkHandler } from './link.ts';
import { listWorkflowsHandler } from './list.ts';
import { readVersionHandler, readWorkflowHandler } from './one.ts';
import { archiveHandler, publishDraftHandler, rollBackHandler } from './publish.ts';

/** Workflows as people write them, and links that are made by hand. */
export const WORKFLOW_ROUTES: readonly Route[] = [
  route(workflows.listWorkflows, listWorkflowsHandler),
  route(workflows.makeWorkflow, makeWorkflowHandler),
  route(workflows.readWorkflow, readWorkflowHandler),
  route(workflows.readVersion, readVersionHandler),
  route(workflows.saveDraft, saveDraftHandler),
  route(workflows.discardDraft, discardDraftHandler),
  route(workflows.publishDraft, publishDraftHandler),
  route(workflows.rollBack, rollBackHandler),
  route(workflows.archiveWorkflow, archiveHandler),
  route(workflows.makeLink, makeLinkHandler),
  route(workflows.readLink, readLinkHandler),
];
