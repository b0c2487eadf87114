import type { Section } from './kinds.ts';

/** What a person is promised, and what happens to their data. */
export const CONSENT: Section = {
  name: 'consent',
  title: 'Consent',
  about:
    'The service makes the text from this workflow, in six languages: what is taken, what for, how ' +
    'long it is kept, and who sees it. What you add here comes after it and replaces nothing.',
  fields: [
    {
      place: 'consent.version',
      initial: '1',
      title: 'Your version of the text',
      line: 'A note of your own. Whenever the text itself changes, the service makes a new version by itself.',
      usual: '1',
      field: { kind: 'text', most: 32 },
    },
    {
      place: 'consent.required',
      initial: true,
      title: 'No picture without consent',
      line:
        'Switched off, a person may go on without agreeing. Then you need another lawful basis, and ' +
        'must be able to show it.',
      usual: 'yes',
      field: { kind: 'switch' },
    },
    {
      place: 'consent.texts',
      title: 'What you add',
      line: 'Such as where to write about one’s data. Shown in the person’s language, else in English, else the first.',
      field: { kind: 'languages', most: 4_000 },
    },
  ],
};

export const KEEPING: Section = {
  name: 'keeping',
  title: 'How long it is kept',
  about: 'A shorter period also acts on what is kept already. The consent text names the days.',
  fields: [
    {
      place: 'retention.frames_days',
      initial: 1,
      title: 'Pictures',
      line:
        'Reviewers see them for so long, and templates can be made anew from them. 0: deleted with the ' +
        'decision, and a reviewer sees none.',
      usual: '1 day',
      field: { kind: 'number', unit: 'days', least: 0, most: 365 },
    },
    {
      place: 'retention.template_days',
      initial: 365,
      title: 'Template',
      line: 'After the last check that passed. Later the person is a stranger again.',
      usual: '365 days',
      field: { kind: 'number', unit: 'days', least: 0, most: 1_095 },
    },
  ],
};

export const REVIEW: Section = {
  name: 'review',
  title: 'Review by people',
  about: 'Doubts that are not named here are decided by the machine, as failures.',
  fields: [
    {
      place: 'review.when',
      title: 'A person decides',
      line: 'Each one named costs your team time and spares a person a wrong refusal.',
      usual: 'every doubt',
      field: {
        kind: 'many',
        usually: ['match_uncertain', 'liveness_uncertain', 'injection_suspected', 'duplicate_suspected'],
        choices: [
          { value: 'match_uncertain', label: 'When the likeness is in doubt' },
          { value: 'liveness_uncertain', label: 'When the proof of life is in doubt' },
          { value: 'injection_suspected', label: 'When the camera may not be a camera' },
          { value: 'duplicate_suspected', label: 'When the face is known under another name' },
          { value: 'always', label: 'Always: no check is approved without a person' },
        ],
      },
    },
    {
      place: 'review.four_eyes',
      initial: false,
      title: 'Two reviewers for an approval',
      line: 'The second must be another person than the first. The consent text says that two may see the pictures.',
      usual: 'no',
      field: { kind: 'switch' },
    },
    {
      place: 'review.due_s',
      initial: 86_400,
      title: 'Due after',
      line:
        'The person waits for so long at most, if your team keeps to it. Nothing is decided by itself ' +
        'when it has passed.',
      usual: '86,400 seconds, one day',
      field: { kind: 'number', unit: 'seconds', least: 60, most: 7_776_000 },
    },
  ],
};
