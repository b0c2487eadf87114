import { expect, it } from 'vitest';
import { type ClipShape, clipWords, colourRuns, pictureWords, stayMs } from './clip-times.ts';

const clip = (...pictures: [t_ms: number | null, colour: string | null][]): ClipShape => ({
  index: 8,
  pictures: pictures.map(([t_ms, colour]) => ({ t_ms, colour })),
});
const CLIP = clip([900, null], [970, '#ffb070'], [1_040, '#ffb070'], [1_110, '#74c4ff'], [2_110, null]);

it('stays on each picture of a clip as long as the camera took until the next one', () => {
  expect([0, 1, 2, 3, 4].map((at) => stayMs(CLIP, at))).toEqual([70, 70, 70, 500, 800]);
  expect(stayMs(clip([null, null], [null, null]), 0)).toBe(66);
});

it('shows the colours of the screen as long as the pictures under them', () => {
  expect(colourRuns(CLIP)).toEqual([
    { colour: null, count: 1 },
    { colour: '#ffb070', count: 2 },
    { colour: '#74c4ff', count: 1 },
    { colour: null, count: 1 },
  ]);
});

it('says how many pictures a clip has, and what each of them shows', () => {
  expect(clipWords(CLIP)).toBe('5 pictures in 1.2 s');
  expect(clipWords(clip([null, null]))).toBe('1 picture');
  expect(pictureWords(CLIP, 2)).toBe('Picture 3 of 5, at 1,040 ms, screen #ffb070');
  expect(pictureWords(clip([null, null]), 0)).toBe('Picture 1 of 1, no colour');
});
