type Child = Node | string | false | undefined;
type Attributes = Record<string, string | (() => void) | undefined>;

/** Makes an element; functions become listeners. Text stays text and is never parsed as HTML. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
};

export const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

export type Tone = 'good' | 'bad' | 'wait' | 'unsure';
const MARKS: Record<Tone, string> = { good: '✓', bad: '✕', wait: '…', unsure: '?' };

/**
 * A verdict with a mark, a sentence and details. The sentence is complete; mark and colour only repeat it.
 */
export const verdict = (tone: Tone, title: string, ...children: Child[]): HTMLElement =>
  h(
    'div',
    { class: `verdict ${tone}` },
    h('p', { class: 'title' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[tone]), title),
    ...children,
  );

export const note = (text: string): HTMLElement => h('p', { class: 'note', dir: 'auto' }, text);

/** Details in a closed disclosure. */
export const facts = (rows: Record<string, string | undefined>): HTMLElement =>
  h(
    'details',
    {},
    h('summary', {}, 'What the shop learned'),
    h(
      'dl',
      {},
      ...Object.entries(rows).flatMap(([name, value]) =>
        value ? [h('dt', {}, name), h('dd', { dir: 'auto' }, value)] : [],
      ),
    ),
  );

export const money = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);

export const showBalance = (balance: number): void => {
  byId('balance').textContent = money(balance);
};

/** Runs one job at a time on a button: busy while it runs, back in focus when it is done. */
export const busy = async (button: HTMLButtonElement, job: () => Promise<void>): Promise<void> => {
  if (button.getAttribute('aria-disabled') === 'true') return;
  // `disabled` would lose the keyboard's focus.
  button.setAttribute('aria-disabled', 'true');
  try {
    await job();
  } finally {
    button.removeAttribute('aria-disabled');
  }
};
