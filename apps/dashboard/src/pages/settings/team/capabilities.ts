import {
  ASKERS,
  BUILDERS,
  DECIDERS,
  EXPORTERS,
  MANAGERS,
  READ_AUDIT,
  ROLES,
  type RoleName,
  SEE_BUILD,
} from '@standpoint/contract/dashboard/role-sets';

export interface Capability {
  /** Completes "may …". */
  words: string;
  roles: readonly RoleName[];
  /** The endpoints behind it. A test holds them against the roles of the contract. */
  endpoints: readonly string[];
}

/** What each role may do, as the service enforces it. */
export const CAPABILITIES: readonly Capability[] = [
  {
    words: 'See verifications, sessions, customers and reviews',
    roles: ROLES,
    endpoints: [
      'dashboardListVerifications',
      'dashboardReadVerification',
      'dashboardListSessions',
      'dashboardReadSession',
      'dashboardExplainVerification',
      'dashboardRedecideVerification',
      'dashboardExplainSession',
      'dashboardVerifyEvidence',
      'dashboardTimeline',
      'dashboardNotes',
      'dashboardReadCustomer',
      'dashboardAboutCustomer',
      'dashboardListReviews',
      'dashboardHome',
      'dashboardReviewQueue',
      'dashboardReview',
      'dashboardReviewCount',
      'dashboardReviewFigures',
      'dashboardLive',
      'dashboardVerificationRows',
      'dashboardSessionRows',
      'dashboardWorkflows',
    ],
  },
  {
    words: 'See policies and back-tests, compare versions, try a point',
    roles: ROLES,
    endpoints: [
      'dashboardPolicies',
      'dashboardPolicyChoices',
      'dashboardPolicy',
      'dashboardPolicyVersion',
      'dashboardPolicyDifferences',
      'dashboardTryPolicyPoint',
      'dashboardBacktests',
      'dashboardBacktestPeriod',
      'dashboardBacktest',
      'dashboardBacktestFlips',
      'dashboardBacktestFlip',
    ],
  },
  {
    words: 'Draft, back-test, publish, roll back and archive policies',
    roles: BUILDERS,
    endpoints: [
      'dashboardMakePolicy',
      'dashboardSavePolicyDraft',
      'dashboardDiscardPolicyDraft',
      'dashboardReadPolicyShapes',
      'dashboardStartBacktest',
      'dashboardCancelBacktest',
      'dashboardPublishPolicy',
      'dashboardArchivePolicy',
      'dashboardRollBackPolicy',
    ],
  },
  {
    words: 'Claim, decide, escalate and take back reviews',
    roles: DECIDERS,
    endpoints: [
      'dashboardClaimReview',
      'dashboardReleaseReview',
      'dashboardEscalateReview',
      'dashboardDecideReview',
      'dashboardDecideReviews',
      'dashboardUndoReviews',
    ],
  },
  {
    words: 'Reveal the frames of a session, which is written to the audit log',
    roles: DECIDERS,
    endpoints: ['dashboardRevealFrames', 'dashboardFrame'],
  },
  {
    words: 'Write notes and tags beside records, and cancel sessions',
    roles: DECIDERS,
    endpoints: ['dashboardAddNote', 'dashboardRemoveNote', 'dashboardSetTags', 'dashboardCancelSession'],
  },
  {
    words: 'Take signed evidence out of the dashboard',
    roles: EXPORTERS,
    endpoints: ['dashboardExportEvidence'],
  },
  { words: 'Redact a session', roles: MANAGERS, endpoints: ['dashboardRedactSession'] },
  {
    words: 'Export verifications and sessions as a file',
    roles: EXPORTERS,
    endpoints: ['dashboardExportVerifications', 'dashboardExportSessions'],
  },
  { words: 'See the team', roles: ROLES, endpoints: ['dashboardTeam'] },
  {
    words: 'See keys, package tokens, webhooks, the project and its limits',
    roles: SEE_BUILD,
    endpoints: [
      'dashboardKeys',
      'dashboardPackageTokens',
      'dashboardPackageFiles',
      'dashboardSigningKeys',
      'dashboardSdkVersions',
      'dashboardListWebhooks',
      'dashboardListEvents',
      'dashboardDeliveries',
      'dashboardDelivery',
      'dashboardProject',
      'dashboardLimits',
      'dashboardSystem',
      'dashboardMadeUpPeople',
    ],
  },
  {
    words: 'See workflows in full, with their drafts',
    roles: SEE_BUILD,
    endpoints: ['dashboardWorkflow', 'dashboardWorkflowVersion'],
  },
  {
    words: 'Write, publish, roll back and archive workflows',
    roles: BUILDERS,
    endpoints: [
      'dashboardMakeWorkflow',
      'dashboardSaveWorkflowDraft',
      'dashboardDiscardWorkflowDraft',
      'dashboardPublishWorkflow',
      'dashboardRollBackWorkflow',
      'dashboardArchiveWorkflow',
    ],
  },
  {
    words: 'Try the sandbox: fill it with made-up people, check oneself, simulate outcomes',
    roles: BUILDERS,
    endpoints: [
      'dashboardMakeUpPeople',
      'dashboardStopMadeUpPeople',
      'dashboardMintOwnToken',
      'dashboardSimulate',
    ],
  },
  {
    words: 'Make a verification link for one customer',
    roles: ASKERS,
    endpoints: ['dashboardMakeLink', 'dashboardLink'],
  },
  {
    words: 'Export everything that is stored about one customer',
    roles: EXPORTERS,
    endpoints: ['dashboardExportCustomer'],
  },
  { words: 'Read why a customer is under a legal hold', roles: READ_AUDIT, endpoints: ['dashboardReadHold'] },
  {
    words: 'Erase customers, and place and remove legal holds',
    roles: MANAGERS,
    endpoints: ['dashboardEraseCustomer', 'dashboardPutHold', 'dashboardRemoveHold'],
  },
  {
    words: 'Make, rotate and revoke keys and package tokens',
    roles: BUILDERS,
    endpoints: [
      'dashboardMakeKey',
      'dashboardRotateKey',
      'dashboardRevokeKey',
      'dashboardMakePackageToken',
      'dashboardRevokePackageToken',
    ],
  },
  {
    words: 'Add, change and remove webhook endpoints, and replay events',
    roles: BUILDERS,
    endpoints: [
      'dashboardAddWebhook',
      'dashboardChangeWebhook',
      'dashboardRemoveWebhook',
      'dashboardRotateWebhook',
      'dashboardReplayWebhook',
      'dashboardReplayDeliveries',
    ],
  },
  {
    words: 'Read the audit log, check it and export it',
    roles: READ_AUDIT,
    endpoints: ['dashboardAudit', 'dashboardVerifyAudit', 'dashboardExportAudit'],
  },
  {
    words: 'Change the project and its limits',
    roles: MANAGERS,
    endpoints: ['dashboardChangeProject', 'dashboardChangeLimits'],
  },
  {
    words: 'Invite and remove members, change their roles, reset their sign-in',
    roles: MANAGERS,
    endpoints: [
      'dashboardInvite',
      'dashboardTakeBackInvitation',
      'dashboardChangeMember',
      'dashboardRemoveMember',
      'dashboardResetMember',
    ],
  },
  // A rule of the three calls above; no endpoint is for owners alone.
  { words: 'Make, change and remove owners', roles: ['owner'], endpoints: [] },
];

export const may = (role: RoleName, { roles }: Capability): boolean => roles.includes(role);
