import type { Section } from './kinds.ts';

/** How a desktop hands over to a phone. */
export const HANDOFF: Section = {
  name: 'handoff',
  title: 'Hand-off to a phone',
  about: 'Whoever begins at a desktop may go on with a phone.',
  fields: [
    {
      place: 'handoff.policy',
      initial: 'offer',
      title: 'At a desktop',
      line: 'A phone has the better camera. Where one is needed, a person without a phone at hand cannot be checked.',
      usual: 'A phone is offered',
      field: {
        kind: 'choice',
        choices: [
          { value: 'offer', label: 'A phone is offered' },
          { value: 'force', label: 'A phone is needed' },
          { value: 'off', label: 'No phone: the desktop’s camera' },
        ],
      },
    },
    {
      place: 'handoff.channels',
      initial: ['qr', 'link'],
      title: 'How the phone arrives',
      line: 'A code on the screen proves that both are in one place. A link can be sent on, also to a stranger.',
      usual: 'both',
      field: {
        kind: 'many',
        usually: ['qr', 'link'],
        choices: [
          { value: 'qr', label: 'A code to scan' },
          { value: 'link', label: 'A link to send' },
        ],
      },
    },
    {
      place: 'handoff.confirm',
      initial: 'number',
      title: 'Before the phone takes over',
      line:
        'The number is on the desktop and is typed on the phone. Without it, whoever gets the code ' +
        'first takes over.',
      usual: 'A number is typed',
      field: {
        kind: 'choice',
        choices: [
          { value: 'number', label: 'A number is typed' },
          { value: 'none', label: 'Nothing' },
        ],
      },
    },
    {
      place: 'handoff.qr_life_s',
      initial: 60,
      title: 'Life of a code',
      line: 'It is renewed at half of its life. A longer one can be photographed and passed on.',
      usual: '60 seconds',
      field: { kind: 'number', unit: 'seconds', least: 30, most: 600 },
    },
    {
      place: 'handoff.link_life_s',
      initial: 600,
      title: 'Life of a link',
      line: 'Long enough for a message to arrive and be read.',
      usual: '600 seconds',
      field: { kind: 'number', unit: 'seconds', least: 60, most: 1_800 },
    },
    {
      place: 'handoff.optical',
      initial: false,
      title: 'Read a moving code from the desktop',
      line: 'Experimental: the phone’s camera proves that it sees the other screen now. It takes some seconds more.',
      usual: 'no',
      field: { kind: 'switch' },
    },
  ],
};
