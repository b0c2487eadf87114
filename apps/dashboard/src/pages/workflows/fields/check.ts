import type { Section } from './kinds.ts';

/** How the service finds out that a living person is there, and who. */
export const LIVENESS: Section = {
  name: 'liveness',
  title: 'Proof of life',
  about: 'Whether a living person is in front of the camera, and not a photograph or a screen.',
  fields: [
    {
      place: 'liveness.mode',
      initial: 'adaptive',
      title: 'What the person does',
      line: 'Passive is quicker and easier; it stops photographs less surely, because nothing has to be answered.',
      usual: 'Adaptive',
      field: {
        kind: 'choice',
        choices: [
          { value: 'adaptive', label: 'Adaptive: follows drawn instructions' },
          { value: 'active', label: 'Active: follows drawn instructions' },
          { value: 'passive', label: 'Passive: only looks at the camera' },
        ],
      },
    },
    {
      place: 'liveness.challenges',
      initial: ['turn', 'tilt', 'smile', 'approach', 'flash'],
      title: 'Instructions that may be drawn',
      line:
        'A few of them are drawn anew for each attempt, so that a recording does not fit. Fewer kinds ' +
        'are easier to prepare for.',
      usual: 'turn, tilt, smile, come closer, colours',
      field: {
        kind: 'many',
        usually: ['turn', 'tilt', 'smile', 'approach', 'flash'],
        choices: [
          { value: 'turn', label: 'Turn the head' },
          { value: 'tilt', label: 'Tilt the head' },
          { value: 'smile', label: 'Smile' },
          { value: 'approach', label: 'Come closer' },
          {
            value: 'flash',
            label: 'Light from the screen',
            line: 'Soft colours, whose reflection on the face is checked. Takes the place of one movement.',
          },
          {
            value: 'look',
            label: 'Look (older files)',
            line: 'The person is asked to tilt the head instead.',
          },
        ],
      },
    },
    {
      place: 'liveness.alternatives',
      initial: ['no_flash', 'no_head_motion', 'audio'],
      title: 'Other ways, for those who need one',
      line:
        'The person may choose one before the camera opens. Without them, people who cannot move their head ' +
        'cannot be checked.',
      usual: 'all three',
      field: {
        kind: 'many',
        usually: ['no_flash', 'no_head_motion', 'audio'],
        choices: [
          { value: 'no_flash', label: 'Without colours' },
          { value: 'no_head_motion', label: 'Without moving the head' },
          { value: 'audio', label: 'With more time, to listen to each instruction' },
        ],
      },
    },
    {
      place: 'attempts',
      initial: 3,
      title: 'Attempts',
      line:
        'After the last one that fails, the check ends with “declined”. One attempt is hard on people ' +
        'in bad light.',
      usual: '3 attempts',
      field: { kind: 'number', unit: 'attempts', least: 1, most: 9 },
    },
  ],
};

export const MATCH: Section = {
  name: 'match',
  title: 'Who it is',
  about: 'Whether it is the person you know, and whether the same face is known under another name.',
  fields: [
    {
      place: 'match.source',
      initial: 'none',
      title: 'Compare the face with',
      line: 'The consent text says which. Without a comparison the check proves a living person, not which one.',
      usual: 'Nothing',
      field: {
        kind: 'choice',
        choices: [
          { value: 'none', label: 'Nothing: a living person is enough' },
          { value: 'template', label: 'The template of an earlier check' },
          { value: 'reference', label: 'A picture that your backend gives' },
        ],
      },
    },
    {
      place: 'match.target_fmr',
      title: 'Strangers who may pass',
      line:
        'As a share: 0.0001 is one in 10,000. It holds for the group of people where most strangers pass, by one ' +
        'threshold for all. A lower share turns more of the right people away too.',
      usual: '0.0001 with a template, 0.001 with a picture',
      field: { kind: 'number', unit: '', least: 0, most: 0.01, decimal: true },
    },
    {
      place: 'match.threshold',
      title: 'Or a score of your own',
      line: 'Instead of the share above: what a score means changes with the models.',
      usual: 'none',
      field: { kind: 'number', unit: '', least: 0, most: 1, decimal: true },
    },
    {
      place: 'enroll.on_pass',
      title: 'Keep a template when the check passes',
      line: 'The next check is compared with it. It identifies the face, so people are asked to consent to it by name.',
      usual: 'only where the comparison is with a template',
      field: { kind: 'switch' },
    },
    {
      place: 'dedupe.scope',
      initial: 'none',
      title: 'Search for the same face under another name',
      line:
        'Each person’s face is compared with everyone’s whom you keep. A find goes to a reviewer; it ' +
        'never declines by itself.',
      usual: 'No',
      field: {
        kind: 'choice',
        choices: [
          { value: 'none', label: 'No' },
          { value: 'organization', label: 'In all templates of the organization' },
        ],
      },
    },
  ],
};
