import { expect, it } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import { mutant } from '../../testing/mutant.ts';
import { creditsOf } from './attribution.ts';

it('keeps the words of an attribution, and its https links', () => {
  expect(
    creditsOf(
      '<a href="https://github.com/protomaps/basemaps">Protomaps</a> &#169; <a href=\'https://osm.org\'>OSM</a>',
    ),
  ).toEqual([
    { text: 'Protomaps', href: 'https://github.com/protomaps/basemaps' },
    { text: ' © ' },
    { text: 'OSM', href: 'https://osm.org/' },
  ]);
  expect(creditsOf('Survey of Example, 2024')).toEqual([{ text: 'Survey of Example, 2024' }]);
  expect(creditsOf(undefined)).toEqual([]);
});

it('lets no element, script or other address through, however it is written', async () => {
  const hostile = [
    '<img src=x onerror=alert(1)>Map',
    '<a href="javascript:alert(1)">Map</a>',
    '<a href="java&#115;cript:alert(1)">Map</a>',
    '<a href="data:text/html,x">Map</a>',
    '<a href="http://tracker.example/">Map</a>',
    '<a href="//tracker.example/" onclick="x()">Map</a>',
    '<scr<script>ipt>Map',
    '&lt;script&gt;Map',
  ];
  for (const html of hostile) {
    const credits = creditsOf(html);
    expect([html, credits.some(({ href }) => href)]).toEqual([html, false]);
    expect(credits.map(({ text }) => text).join('')).toContain('Map');
  }
  // Mutation control: without the check of the address, a link of the file runs a script.
  const unchecked = await mutant<typeof import('./attribution.ts')>('tiles/attribution.ts', [
    "url?.protocol === 'https:'",
    'url',
  ]);
  expect(unchecked.creditsOf(hostile[1]!)).toEqual([{ text: 'Map', href: 'javascript:alert(1)' }]);
  // A page sets these as text, where a bracket is a bracket.
  expect(creditsOf('&lt;script&gt;Map')).toEqual([{ text: '<script>Map' }]);
});

it('cuts off what is too long for a map, and never within a tag', () => {
  expect(creditsOf('x'.repeat(20_000))[0]!.text.length).toBe(600);
  const link = '<a href="https://tiles.example/about">Tiles</a> ';
  expect(creditsOf(link.repeat(30))).toContainEqual({ text: 'Tiles', href: 'https://tiles.example/about' });
  for (let before = 560; before < 600; before++)
    expect(JSON.stringify(creditsOf('x'.repeat(before) + link))).not.toContain('<');
  for (let before = 9_950; before < 10_000; before++)
    expect(JSON.stringify(creditsOf(`${'<i></i>'.repeat(before / 7)}${link}`))).not.toContain('<');
});

it('keeps a link whole that has other elements in it', () => {
  expect(creditsOf('<a href="https://osm.org"><b>Open</b>StreetMap</a>, 2024')).toEqual([
    { text: 'OpenStreetMap', href: 'https://osm.org/' },
    { text: ', 2024' },
  ]);
});

it('takes apart hostile metadata of many megabytes at once', () => {
  const started = performance.now();
  for (const piece of ['<', '<a href="', '<a href=""', '<a ', 'href ']) creditsOf(piece.repeat(1_000_000));
  expect(performance.now() - started).toBeLessThan(within(2_000));
});
