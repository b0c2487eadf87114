/** Forms of a counted text, by plural category (Unicode CLDR). */
export type Counted = { other: string } & { [K in Intl.LDMLPluralRule]?: string };

/**
 * The sentences of the consent text in one language. Placeholders: `{controller}` is the legal name of the
 * company, `{integrator}` the name that the page shows, `{agree}` and `{decline}` the two buttons; `{after}`,
 * `{during}` and `{most}` are filled from `days`.
 */
export interface ConsentWords {
  agree_button: string;
  decline_button: string;
  days: { after: Counted; during: Counted; most: Counted };
  /** What stands on the screen itself. */
  short: {
    take_moving: string;
    take_still: string;
    live: string;
    template: string;
    reference: string;
    search: string;
    frames: string;
    frames_none: string;
    template_kept: string;
    template_none: string;
  };
  take: {
    heading: string;
    pictures: string;
    measures: string;
    movements: string;
    colours: string;
    device: string;
    phone: string;
    moving_code: string;
  };
  use: {
    heading: string;
    live: string;
    match_template: string;
    match_reference: string;
    template: string;
    search: string;
    searched: string;
    replay: string;
    review: string;
    review_two: string;
    record: string;
  };
  keep: {
    heading: string;
    frames: string;
    frames_none: string;
    template: string;
    template_none: string;
    reference: string;
    prints: string;
    waiting_face: string;
    waiting_prints: string;
    record: string;
    proof: string;
  };
  who: { heading: string; controller: string; controller_as: string; sealed: string };
  refuse: { heading: string; how: string };
  withdraw: { heading: string; how: string; effect: string };
  /** Above what the operator adds. */
  more: { heading: string };
  agreement: string;
}
