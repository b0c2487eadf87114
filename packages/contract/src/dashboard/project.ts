import { endpoint, WITH_BODY } from '../endpoint.ts';
import { closed, id, name, oneOf, open, optional, Type } from '../schema.ts';
import { SETTING_NAMES, SettingsFile } from '../settings.ts';
import { DASHBOARD_API, inOrg, person, WITH_PERSON } from './person.ts';
import { MANAGERS, SEE_BUILD } from './roles.ts';

const path = `${DASHBOARD_API}/{org}/project`;
const limits = `${DASHBOARD_API}/{org}/limits`;
const write = { ...person(MANAGERS), max_body: 'body_bytes' as const, idempotency_key: true as const };

const Project = closed({
  org: id('org'),
  name: Type.String(),
  base_url: Type.String(),
  sandbox_base_url: Type.String(),
  face_base_url: Type.String(),
  /** Only what was set; the rest has its default. */
  settings: SettingsFile,
  defaults: open(),
});

export const readProject = endpoint({
  ...person(SEE_BUILD),
  name: 'dashboardProject',
  method: 'GET',
  path,
  summary: 'The organization: name, addresses and settings.',
  params: inOrg(),
  answer: Project,
  errors: WITH_PERSON,
});

export const changeProject = endpoint({
  ...write,
  name: 'dashboardChangeProject',
  method: 'PATCH',
  path,
  summary:
    'Rename the organization or change its settings. Settings that are left out stay; ' +
    'those in `unset` follow their default again.',
  params: inOrg(),
  body: closed({
    name: optional(name(100)),
    settings: optional(SettingsFile),
    unset: optional(
      Type.Array(oneOf(...SETTING_NAMES), { maxItems: SETTING_NAMES.length, uniqueItems: true }),
    ),
  }),
  answer: Project,
  errors: [...WITH_BODY, ...WITH_PERSON],
});

/** One limit: what holds now, where it comes from, and what may be set. */
const ShownLimit = closed({
  name: Type.String(),
  /** rate: per second with a burst. size: a number of bytes, or a count. */
  kind: Type.Enum(['rate', 'size']),
  rate: optional(Type.Number()),
  burst: optional(Type.Integer()),
  size: optional(Type.Integer()),
  most: optional(Type.Integer()),
  set_by: Type.Enum(['default', 'organization', 'operator']),
  /** False: only the operator changes it. */
  own: Type.Boolean(),
});

export const readLimits = endpoint({
  ...person(SEE_BUILD),
  name: 'dashboardLimits',
  method: 'GET',
  path: limits,
  summary: 'Every limit as it holds now.',
  params: inOrg(),
  answer: closed({ limits: Type.Array(ShownLimit) }),
  errors: WITH_PERSON,
});

export const changeLimits = endpoint({
  ...write,
  name: 'dashboardChangeLimits',
  method: 'PUT',
  path: limits,
  summary: 'Replace the organization’s own limits, in the form of `orgs limits set`; 0 switches one off.',
  params: inOrg(),
  body: open(),
  answer: closed({ limits: Type.Array(ShownLimit) }),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const PROJECT_ENDPOINTS = [readProject, changeProject, readLimits, changeLimits] as const;
