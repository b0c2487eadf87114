import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { borderPicture } from '../../../../../docs/picture.ts';
import { withinWork } from '../../../../../testing/busy.ts';
import { bundledData } from '../../../testing/geodata/bundled.ts';
import { drawPicture } from '../geodata/outlines/picture.ts';
import { pictureAt, seenAt } from './picture.ts';

const { places } = bundledData();
const at = (lat: number, lng: number, accuracy_m = 30) => seenAt(places, { lat, lng, accuracy_m })!;
const TRENTON = at(40.2135, -74.772);

describe('a picture of a point', () => {
  it('shows the line, its error, the fix, the probability and both sides by name', () => {
    const svg = pictureAt(places, TRENTON).svg;
    expect(TRENTON).toMatchObject({ here: 'Pennsylvania', across: 'New Jersey' });
    expect(svg).toContain('<desc id="desc">Pennsylvania: ');
    expect(svg).toContain(`${(100 * TRENTON.p_inside).toFixed(1)} %. New Jersey: `);
    expect(svg).toMatch(/Band: the line may be off by [\d,]+ m to either side\./);
    expect(svg).toMatch(/<g class="bands">\n<path stroke-width="[\d.]+" d="M/);
    expect(svg).toMatch(/<circle class="disc"/);
    expect(svg).toMatch(/>\d+ k?m<\/text>\n<\/svg>/);
  });

  it('is small and drawn within 5 ms of processor time, beside winding borders too', () => {
    for (const [lat, lng] of [
      [40.2135, -74.772],
      [50.866, 6.0811],
      [47.55, 7.59],
      [31.76, -106.49],
      [51.4411, 4.9292],
    ] as const) {
      const seen = at(lat, lng, 60);
      expect(Buffer.byteLength(pictureAt(places, seen).svg)).toBeLessThanOrEqual(10_000);
      const taken = Array.from({ length: 9 }, () => {
        const before = process.cpuUsage();
        pictureAt(places, seen);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      }).toSorted((a, b) => a - b);
      expect(taken[4], `${lat} ${lng}`).toBeLessThanOrEqual(withinWork(5));
    }
  });

  it('says that no border is in reach where none is', () => {
    expect(pictureAt(places, at(31, -100)).svg).toContain('Texas, and no border in reach.');
  });

  it('has nothing to draw on the open sea', () => {
    expect(seenAt(places, { lat: 35, lng: -40, accuracy_m: 30 })).toBeNull();
  });

  it('lets no name end its text', () => {
    const svg = drawPicture({ ...TRENTON, here: '<script>&"', lines: [] });
    expect(svg).not.toContain('<script>');
    expect(svg).toContain('&#60;script&#62;&#38;&#34;');
  });

  it('names whom the licence of its lines asks to name, in lines that fit', () => {
    const known = 'Country borders: © OpenStreetMap contributors (ODbL 1.0), https://osm.org/copyright';
    const attribution = `${known} <${'x'.repeat(90)}>`;
    const svg = drawPicture({ ...TRENTON, lines: [], attribution });
    const shown = [...svg.matchAll(/<text style="font-size:9px"[^>]*>([^<]*)<\/text>/g)].map(
      ([, text]) => text!,
    );
    expect(shown[0]).toBe('Country borders: © OpenStreetMap contributors (ODbL 1.0),');
    expect(
      shown
        .join('')
        .replaceAll(/&#6[02];/g, '')
        .replaceAll(' ', ''),
    ).toBe(attribution.replaceAll(/[<> ]/g, ''));
    for (const text of shown) expect(text.replaceAll(/&#\d+;/g, '<').length).toBeLessThanOrEqual(72);
    expect(svg).toContain('© OpenStreetMap contributors (ODbL 1.0), https');
    const [, height] = /viewBox="0 0 360 (\d+)"/.exec(svg)!;
    expect(Number(height)).toBe(240 + 13 * shown.length);
    expect(pictureAt(places, TRENTON)).toMatchObject({ attribution: null });
  });

  it('is the one in the documents: npx node docs/picture.ts', () => {
    const written = readFileSync(new URL('../../../../../docs/border.svg', import.meta.url), 'utf8');
    expect(written).toBe(borderPicture(places));
  });
});
