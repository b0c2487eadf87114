import { endpoint, WITH_BODY } from '../../endpoint.ts';
import { Consent } from '../../face/consent.ts';
import { PublicWorkflow, WorkflowDefinition } from '../../face/workflow.ts';
import { nullable } from '../../geolocation/decision.ts';
import { closed, id, name, oneOf, open, optional, type Static, Type, text, timestamp } from '../../schema.ts';
import { DASHBOARD_API, inEnv, inOrg, person, WITH_PERSON } from '../person.ts';
import { ASKERS, BUILDERS, ROLES, SEE_BUILD } from '../roles.ts';
import { loosened } from './loosened.ts';

const path = `${DASHBOARD_API}/{org}/workflows`;
const aWorkflow = inOrg({ workflow_id: id('wf') });
const read = person(SEE_BUILD);
const write = { ...person(BUILDERS), max_body: 'body_bytes' as const, idempotency_key: true as const };

/** `archived`: none of its versions is published, and no draft waits. */
const state = oneOf('published', 'draft', 'archived');
const at = () => nullable(timestamp());
/** Production and sandbox share workflows; each has its own sessions. */
const lastUsed = closed({ production: at(), sandbox: at() });

const Draft = Type.Unsafe<WorkflowDefinition>(loosened(WorkflowDefinition));
const Definition = Type.Unsafe<WorkflowDefinition>(open());
const Problem = closed({ path: Type.String(), message: Type.String() });
const version = () => Type.Integer({ minimum: 1, maximum: 1_000_000 });
/** The version that was published when the person looked; null when none was. */
const over = nullable(version());

/** What the face page would show, and the consent text that the service makes from the definition. */
const Preview = closed({ workflow: PublicWorkflow, consent: Consent });

export const ListedWorkflow = closed({
  workflow_id: id('wf'),
  name: Type.String(),
  state,
  /** The published version. */
  version: nullable(Type.Integer()),
  published_at: at(),
  draft: nullable(closed({ edited_by: Type.String(), edited_at: timestamp() })),
  last_used: lastUsed,
});
export type ListedWorkflow = Static<typeof ListedWorkflow>;

/** What a person is working on: one draft of each workflow, which all members of the organization share. */
export const WorkflowDraft = closed({
  /** Rises with each save. A save on top of an older one is refused, and nothing is overwritten. */
  revision: Type.Integer(),
  definition: Definition,
  /** What keeps it from being published, each with its place in the definition. */
  problems: Type.Array(Problem),
  edited_by: Type.String(),
  edited_at: timestamp(),
  /** Absent while the definition does not fit its schema. */
  preview: optional(Preview),
});
export type WorkflowDraft = Static<typeof WorkflowDraft>;

const Version = closed({
  version: Type.Integer(),
  status: oneOf('draft', 'published', 'archived'),
  name: Type.String(),
  created_at: timestamp(),
  published_at: at(),
  /** Who published it, as the audit log knows it: `cli`, `system`, or a person. */
  published_by: nullable(Type.String()),
});

export const OneWorkflow = closed({
  workflow_id: id('wf'),
  state,
  draft: nullable(WorkflowDraft),
  /** What a first draft begins with: the published version, or the newest where none is. Null for a new workflow. */
  base: nullable(
    closed({
      version: Type.Integer(),
      published: Type.Boolean(),
      definition: Definition,
      preview: optional(Preview),
    }),
  ),
  /** Newest first. */
  versions: Type.Array(Version),
  last_used: lastUsed,
});
export type OneWorkflow = Static<typeof OneWorkflow>;

export const listWorkflows = endpoint({
  ...person(ROLES),
  name: 'dashboardWorkflows',
  method: 'GET',
  path,
  summary: 'Workflows with their state, published version, draft and last use.',
  params: inOrg(),
  answer: closed({ workflows: Type.Array(ListedWorkflow) }),
  errors: WITH_PERSON,
});

export const makeWorkflow = endpoint({
  ...write,
  name: 'dashboardMakeWorkflow',
  method: 'POST',
  path,
  summary: 'Begin a workflow: a draft, which is used by no check until it is published.',
  params: inOrg(),
  body: closed({
    name: name(100),
    /** A workflow whose settings it begins with. */
    from: optional(id('wf')),
  }),
  answer: closed({ workflow_id: id('wf') }),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const readWorkflow = endpoint({
  ...read,
  name: 'dashboardWorkflow',
  method: 'GET',
  path: `${path}/{workflow_id}`,
  summary: 'One workflow: draft, versions, problems, and what a person would see.',
  params: aWorkflow,
  answer: OneWorkflow,
  errors: WITH_PERSON,
});

export const readVersion = endpoint({
  ...read,
  name: 'dashboardWorkflowVersion',
  method: 'GET',
  path: `${path}/{workflow_id}/versions/{version}`,
  summary: 'One version of a workflow, whole.',
  params: inOrg({ workflow_id: id('wf'), version: Type.String({ pattern: '^[1-9][0-9]{0,5}$' }) }),
  answer: closed({ version: Type.Integer(), status: Type.String(), definition: Definition }),
  errors: WITH_PERSON,
});

export const saveDraft = endpoint({
  ...write,
  name: 'dashboardSaveWorkflowDraft',
  method: 'PUT',
  path: `${path}/{workflow_id}/draft`,
  summary: 'Save the draft. It may be unfinished: the answer lists what keeps it from being published.',
  params: aWorkflow,
  body: closed({
    /** The revision that was read; 0 where there was no draft. */
    revision: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    definition: Draft,
  }),
  max_body: 'evidence_body_bytes',
  answer: WorkflowDraft,
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

export const discardDraft = endpoint({
  ...write,
  name: 'dashboardDiscardWorkflowDraft',
  method: 'DELETE',
  path: `${path}/{workflow_id}/draft`,
  summary: 'Throw the draft away. A workflow that was never published goes with it.',
  params: aWorkflow,
  query: closed({ revision: Type.String({ pattern: '^[1-9][0-9]{0,9}$' }) }),
  answer: closed({ workflow_id: id('wf'), gone: Type.Boolean() }),
  errors: [...WITH_PERSON, 'draft_changed'],
});

const published = closed({ workflow_id: id('wf'), version: Type.Integer() });

export const publishDraft = endpoint({
  ...write,
  name: 'dashboardPublishWorkflow',
  method: 'POST',
  path: `${path}/{workflow_id}/publish`,
  summary: 'Publish the draft. Tokens minted from now on use it; sessions that run keep their version.',
  params: aWorkflow,
  body: closed({ revision: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), over }),
  answer: published,
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

export const rollBack = endpoint({
  ...write,
  name: 'dashboardRollBackWorkflow',
  method: 'POST',
  path: `${path}/{workflow_id}/roll-back`,
  summary: 'Publish the content of an older version as a new one.',
  params: aWorkflow,
  body: closed({ version: version(), over }),
  answer: published,
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

export const archiveWorkflow = endpoint({
  ...write,
  name: 'dashboardArchiveWorkflow',
  method: 'POST',
  path: `${path}/{workflow_id}/archive`,
  summary: 'Archive the published version: no token is minted for it any more. Sessions that run go on.',
  params: aWorkflow,
  body: closed({ over: version() }),
  answer: closed({ workflow_id: id('wf') }),
  errors: [...WITH_BODY, ...WITH_PERSON, 'draft_changed'],
});

const links = `${DASHBOARD_API}/{org}/{env}/links`;

export const makeLink = endpoint({
  ...person(ASKERS),
  name: 'dashboardMakeLink',
  method: 'POST',
  path: links,
  summary: 'Make a link with which one customer is checked. It is in this answer and nowhere else.',
  params: inEnv(),
  body: closed({
    workflow_id: id('wf'),
    customer_id: text(128),
    /** Where the person goes afterwards: one of the workflow's `redirect_urls`. */
    redirect: optional(Type.String({ format: 'uri', maxLength: 500 })),
  }),
  max_body: 'portal_body_bytes',
  idempotency_key: true,
  answer: closed({
    /** To ask whether it was opened. It opens nothing. */
    link_id: Type.String(),
    url: Type.String(),
    workflow_version: Type.Integer(),
    made_at: timestamp(),
    expires_at: timestamp(),
  }),
  errors: [...WITH_BODY, ...WITH_PERSON, 'workflow_not_found', 'workflow_inactive'],
});

export const readLink = endpoint({
  ...person(ASKERS),
  name: 'dashboardLink',
  method: 'GET',
  path: `${links}/{link_id}`,
  summary: 'The session that a link began; null while it was not opened.',
  params: inEnv({ link_id: Type.String({ pattern: '^[\\w-]{8,64}$' }) }),
  answer: closed({ session_id: nullable(id('fcs')) }),
  errors: WITH_PERSON,
});

export const WORKFLOWS_ENDPOINTS = [
  listWorkflows,
  makeWorkflow,
  readWorkflow,
  readVersion,
  saveDraft,
  discardDraft,
  publishDraft,
  rollBack,
  archiveWorkflow,
  makeLink,
  readLink,
] as const;
