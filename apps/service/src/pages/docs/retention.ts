import { EXPORT_KINDS, type ExportKind, RETENTION_MAX_DAYS } from '@standpoint/contract';
import { FACE_CAP_DAYS } from '../../retention/periods.ts';
import { CLASSES, type ClassName, type RetentionClass, SCHEDULE } from '../../retention/schedule.ts';
import { SURVIVES_ERASURE } from '../../retention/unswept.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../page.ts';
import { withCode } from './endpoint.ts';

const classOf = (name: ClassName): RetentionClass => SCHEDULE[name];
const titleOf = (name: ClassName): string => name[0]!.toUpperCase() + name.slice(1).replace('_', ' ');
const days = (count: number): string => `${count.toLocaleString('en')} days`;

/** What is true of every class, as [title, text]. The page and docs/retention.md say the same. */
const RULES: readonly [string, string][] = [
  [
    'Every night',
    'A run at 02:00 UTC deletes what is due, in batches, and leaves a proof row and an entry in the audit log. ' +
      'Frames, templates and what waits for a review are deleted within minutes of their end.',
  ],
  [
    'No longer than three years',
    `No setting of an organization, policy or workflow keeps anything longer than ${days(RETENTION_MAX_DAYS)}. ` +
      'The few classes without an end by age say what ends them.',
  ],
  [
    'Caps of a law',
    'An organization that is subject to BIPA (Illinois) or CUBI (Texas) sets `retention.preset`. Whatever ' +
      `identifies a face is then kept for at most ${days(FACE_CAP_DAYS.bipa)} (\`bipa\`) or ` +
      `${days(FACE_CAP_DAYS.cubi)} (\`cubi\`) after the last use. A cap only shortens.`,
  ],
  [
    'Legal holds',
    'While a customer is under a legal hold, nothing of theirs is deleted, except in the few classes that say so: ' +
      'those repeat by id what is kept elsewhere, or hold no content. An erasure meets 409 `legal_hold`, is ' +
      'remembered, and happens when the hold ends.',
  ],
  [
    'Export',
    '`GET /customers/{customer_id}/export` gives everything that is stored about one customer. It leaves out the ' +
      'numbers of templates, the networks and installs of sightings (keyed hashes), notes about ' +
      'households and the names of ' +
      'reviewers: they say nothing to the person, or are about others.',
  ],
];

/** What the records of each kind hold. */
const BRINGS: Record<ExportKind, string> = {
  customer:
    'name and e-mail of the last face session, when the customer was first seen, first approved, declined',
  hold: 'the legal hold in force: reason, dates',
  verification:
    'decision, reasons, checks, position, address, device, names, ids, review, and the signed record with every fact',
  session:
    'decision, checks, consent, attempts, hand-offs, device, review, how many others look alike, and ' +
    'the signed records',
  frame: 'one kept picture in base64, with its step and time',
  template: 'that a face template exists: its model, sessions and dates',
  print: 'perceptual hashes of one accepted capture',
  place: 'a remembered place: position, install, visits',
  sighting: 'one day: country, number of checks',
  household: 'the shared install, and whether others belong to it',
  device_key: 'a public key that a device attested, with the facts of the attestation',
  handoff: 'a location check that a phone finished: states, times, label of the phone',
  event: 'an event about a verification or session',
  note: 'a note or the tags that people of the organization wrote beside a verification or session',
};

const SETS: Record<RetentionClass['set_by'], string> = {
  workflow: 'workflow',
  policy: 'policy, organization',
  organization: 'organization',
  fixed: 'fixed',
};

const entry = (name: ClassName): Html => {
  const { what, kept, set_by, at_most, face, end, why, held } = classOf(name);
  return html`<section class="error" id="${name}" aria-labelledby="${name}-title">
<h3 id="${name}-title"><a href="#${name}">${titleOf(name)}</a></h3>
<p>${what}.</p>
<dl class="conventions">
<div><dt>Kept</dt><dd>${withCode(kept)}.</dd></div>
<div><dt>Set by</dt><dd>${SETS[set_by]}${at_most !== null && `; at most ${days(at_most)}`}${
    face && '; capped by the preset'
  }.</dd></div>
<div><dt>At the end</dt><dd>${end}.</dd></div>
<div><dt>Why</dt><dd>${why}</dd></div>
<div><dt>Legal hold</dt><dd>${held ? 'keeps it' : 'does not keep it'}.</dd></div>
</dl></section>`;
};

/** The public schedule (740 ILCS 14/15(a) asks for one), rendered from the table that the nightly run follows. */
export const retentionPage = (): Page => ({
  title: 'Retention · Standpoint',
  description: 'How long Standpoint keeps what, and what is deleted when.',
  path: '/docs/retention',
  contents: html`<ol><li><a href="#rules">Rules</a></li><li><a href="#classes">Schedule</a>
<ol>${CLASSES.map((name) => html`<li><a href="#${name}">${titleOf(name)}</a></li>`)}</ol></li>
<li><a href="#erasure">After an erasure</a></li></ol>`,
  body: html`<h1>Retention</h1>
<p class="lead">How long this service keeps what, who decides that, and what happens at the end. The nightly run
follows the table that this page is made from. Each organization may shorten its periods; the consent text of a
face session states those that apply to it.</p>
<section id="rules"><h2>Rules</h2><dl class="conventions">${RULES.map(
    ([title, text]) => html`<div><dt>${title}</dt><dd>${withCode(text)}</dd></div>`,
  )}</dl></section>
<section class="area" id="classes"><h2>Schedule</h2>${CLASSES.map(entry)}</section>
<section class="area" id="erasure"><h2>After an erasure</h2>
<p>An erasure destroys the data key of the person and deletes or empties everything else in this table. This
remains:</p>
<dl class="conventions">${SURVIVES_ERASURE.map(
    ({ what, why }) => html`<div><dt>${what}</dt><dd>${why}</dd></div>`,
  )}</dl></section>`,
});

const cell = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('|', '\\|');

function markdownRow(name: ClassName): string {
  const { what, kept, set_by, at_most, face, end, why, held, exported } = classOf(name);
  const most = at_most === null ? '–' : `${at_most.toLocaleString('en')}${face ? ' (preset)' : ''}`;
  const brings =
    typeof exported === 'string' ? `no: ${exported}` : exported.map((kind) => `\`${kind}\``).join(', ');
  const cells = [`\`${name}\``, what, kept, SETS[set_by], most, end, why, held ? 'yes' : 'no', brings];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** `docs/retention.md`: the same for readers of the repository, with what an export brings. */
export const retentionMarkdown = (): string => `# Retention

How long what is kept, and what happens then. The sweep, \`/docs/retention\` of a running service and this page
come from \`apps/service/src/retention/schedule.ts\`;
\`npx vitest run apps/service/src/pages/docs/retention.test.ts -u\` writes it again. Why it is built so:
[decision 40](decisions/0040-retention.md). Commands: [operations](operations.md#retention-and-legal-holds).

${RULES.map(([title, text]) => `- **${title}.** ${text}`).join('\n')}

| class | what | kept | set by | at most (days) | at the end | why | legal hold keeps it | export |
|---|---|---|---|---|---|---|---|---|
${CLASSES.map(markdownRow).join('\n')}

## After an erasure

An erasure destroys the data key of the person and deletes or empties everything else. This remains:

| what | why |
|---|---|
${SURVIVES_ERASURE.map(({ what, why }) => `| ${cell(what)} | ${cell(why)} |`).join('\n')}

## What an export brings

| kind | data |
|---|---|
${EXPORT_KINDS.map((kind) => `| \`${kind}\` | ${BRINGS[kind]} |`).join('\n')}
`;
