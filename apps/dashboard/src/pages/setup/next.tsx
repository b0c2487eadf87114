import { mayOpen, PAGES, SETTINGS_PAGES } from '../../app/pages.ts';
import { Icon } from '../../parts/icon.tsx';
import frame from '../entry/frame.module.css';
import { MadeUpOffer } from '../made-up/offer.tsx';
import { OWN_CHECK } from '../own-check/button.tsx';

interface Step {
  settings?: string;
  page?: string;
  /** A part of the page. */
  hash?: string;
  words: string;
  more: string;
}

/** Steps that lead to the first verification. Only what exists is among them. */
const STEPS: readonly Step[] = [
  {
    settings: 'developer',
    words: 'Make an API key for your backend',
    more: 'under Settings, then Developer',
  },
  {
    page: 'verifications',
    hash: OWN_CHECK,
    words: 'Verify where this device stands',
    more: 'in the sandbox, by this browser’s own position',
  },
  {
    page: 'sessions',
    words: 'Run the first face check yourself',
    more: 'in the sandbox, here or on a phone that scans a code',
  },
  { settings: 'team', words: 'Invite your team', more: 'each with a role of their own' },
];

const MadeUp = ({ org }: { org: string }) => (
  <li className={frame.fact}>
    <Icon name="arrow" />
    <div>
      Look around with made-up people <span className="quiet">in the sandbox, in less than a minute</span>
      <MadeUpOffer org={org} may after={<a href={`/dashboard/${org}/sandbox/home?range=30d`}>See them</a>} />
    </div>
  </li>
);

const Demo = () => (
  <li className={frame.fact}>
    <Icon name="arrow" />
    <span>
      <a href="/demo/">Try the demo shop</a>{' '}
      <span className="quiet">it verifies with the sandbox key, and rows appear here</span>
    </span>
  </li>
);

/** After the second factor: what to do first. */
export function Next({ org, demo }: { org: string; demo: boolean }) {
  const steps = STEPS.flatMap((step) => {
    const settings = SETTINGS_PAGES.find(({ path }) => path === step.settings);
    const page = PAGES.find(({ path }) => path === step.page);
    if (settings && mayOpen('owner', settings))
      return [{ ...step, to: `/dashboard/${org}/settings/${settings.path}` }];
    return page
      ? [{ ...step, to: `/dashboard/${org}/sandbox/${page.path}${step.hash ? `#${step.hash}` : ''}` }]
      : [];
  });
  return (
    <div className={frame.form}>
      <p className="soft">You are the owner, and signed in. What comes next:</p>
      <ul className={frame.facts}>
        {steps.map(({ words, more, to }) => (
          <li key={to} className={frame.fact}>
            <Icon name="arrow" />
            <span>
              <a href={to}>{words}</a> <span className="quiet">{more}</span>
            </span>
          </li>
        ))}
        <MadeUp org={org} />
        {demo && <Demo />}
        <li className={frame.fact}>
          <Icon name="arrow" />
          <span>
            <a href="/docs">Read how to build it in</a>
          </span>
        </li>
      </ul>
    </div>
  );
}
