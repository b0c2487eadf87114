import type { Section } from './kinds.ts';
import { LANGUAGES } from './languages.ts';

/** Where the page may stand, and how it looks and speaks. */
export const ADDRESSES: Section = {
  name: 'addresses',
  title: 'Addresses',
  about: 'Where the check may be shown, and where it leads back to.',
  fields: [
    {
      place: 'origins',
      title: 'Sites that may frame the check',
      line: 'Exact origins. A site that is not named here cannot lay itself over the questions.',
      usual: 'none: it opens in a tab of its own',
      field: { kind: 'list', one: 'origin', example: 'https://shop.example' },
    },
    {
      place: 'redirect_urls',
      title: 'Addresses to return to',
      line: 'The page leaves for no other address, so a forged link leads nowhere.',
      usual: 'none: the person closes the page',
      field: { kind: 'list', one: 'address', example: 'https://shop.example/verified' },
    },
    {
      place: 'client_result',
      initial: 'status',
      title: 'What the page may tell',
      line: '“Decision” tells the person at once. It also tells an attacker which attempt worked.',
      usual: 'That it is done',
      field: {
        kind: 'choice',
        choices: [
          { value: 'status', label: 'That it is done' },
          { value: 'decision', label: 'The decision' },
          { value: 'none', label: 'Nothing to the page around it' },
        ],
      },
    },
  ],
};

export const LOOK: Section = {
  name: 'look',
  title: 'Look and words',
  about: 'What makes it yours. Words that protect the person or state a fact cannot be changed.',
  fields: [
    {
      place: 'ui.integrator',
      title: 'Who asks',
      line: 'The name that the person knows you by.',
      usual: 'the organization’s name',
      field: { kind: 'text', most: 100 },
    },
    {
      place: 'ui.purpose',
      title: 'What for',
      line:
        'One sentence on the first screen, in the first of the languages below, or in English. People agree ' +
        'more readily to what they understand.',
      usual: 'not said',
      field: { kind: 'text', most: 200 },
    },
    {
      place: 'ui.purposes',
      title: 'What for, in other languages',
      line:
        'The same sentence for people who read the page in that language. In a language without one, the page ' +
        'does not say what the check is for.',
      field: { kind: 'languages', most: 200 },
    },
    {
      place: 'ui.theme.mode',
      initial: 'system',
      title: 'Light or dark',
      line: 'As the device says is easiest on the eyes.',
      usual: 'As the device says',
      field: {
        kind: 'choice',
        choices: [
          { value: 'system', label: 'As the device says' },
          { value: 'light', label: 'Always light' },
          { value: 'dark', label: 'Always dark' },
        ],
      },
    },
    {
      place: 'ui.theme.accent',
      title: 'Accent',
      line: 'Of buttons and rings. One that cannot be read is refused.',
      usual: '#0f6b5c',
      field: { kind: 'colour' },
    },
    {
      place: 'ui.theme.accent_dark',
      title: 'Accent in the dark',
      line: 'Made from the accent unless you set it.',
      usual: 'made from the accent',
      field: { kind: 'colour' },
    },
    {
      place: 'ui.logo',
      title: 'Address of a logo',
      line:
        'Given to apps that build their own screens. This page shows the name alone: it loads nothing ' +
        'from elsewhere.',
      usual: 'none',
      field: { kind: 'text', most: 500 },
    },
    {
      place: 'ui.locales',
      title: 'Languages',
      line: 'The first that the device asks for is used. The person may always choose among all six.',
      usual: 'all six, as the device asks',
      field: {
        kind: 'many',
        usually: LANGUAGES.map(({ value }) => value),
        choices: LANGUAGES,
      },
    },
    {
      place: 'ui.support_url',
      title: 'Where a person finds help',
      line: 'https, mailto or tel. Shown when a check was declined or ended.',
      usual: 'none',
      field: { kind: 'text', most: 500 },
    },
    {
      place: 'ui.texts',
      title: 'Words of the page',
      line: 'Replaces single texts in single languages; all others stay as they are.',
      field: { kind: 'page-texts' },
    },
  ],
};
