import type { HandoffProgress } from '@standpoint/web';
import { encode } from 'uqr';
import { h, note, verdict } from './view.ts';

const SVG = 'http://www.w3.org/2000/svg';

const shape = (tag: string, attributes: Record<string, string>): SVGElement => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

/** Black on white in every theme, with a margin of four white modules, because cameras need both. */
const qr = (text: string): SVGElement => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  const svg = shape('svg', {
    class: 'qr',
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'aria-label': 'QR code that opens the check on your phone',
    'shape-rendering': 'crispEdges',
  });
  svg.append(shape('path', { fill: '#fff', d: `M0 0h${size}v${size}H0z` }));
  svg.append(shape('path', { fill: '#000', d: rows.join('') }));
  return svg;
};

/** Instructions for the phone at each step of the hand-off. */
export const phoneCard = (url: string, { state, number, deviceLabel }: HandoffProgress): HTMLElement => {
  if (state === 'issued')
    return verdict(
      'wait',
      'Scan this with your phone’s camera',
      qr(url),
      note('Your phone asks for your location. This page then continues by itself.'),
      h('a', { class: 'link', href: url, target: '_blank', rel: 'noopener' }, 'Or open it as a link'),
    );
  if (state === 'redeemed')
    return verdict(
      'wait',
      'Type this number on your phone',
      h('p', { class: 'number', dir: 'ltr' }, number ?? ''),
      note(`Only type it on your own phone${deviceLabel ? ` (${deviceLabel})` : ''}.`),
    );
  if (state === 'confirmed') return verdict('wait', 'Continue on your phone…');
  return verdict('wait', 'Checking…');
};
