import { expect, it } from 'vitest';
import { namesOf } from './names.ts';

it('tells apart clips of the same name, and takes the folders of the root for people', () => {
  const paths = [
    'clips/ann/desk.webm',
    'clips/ann/attic/desk.webm',
    'clips/bea/desk.webm',
    'clips/cleo.mp4',
    'clips',
  ];
  expect(paths.map((path) => namesOf('clips', path))).toEqual([
    { name: 'ann/desk.webm', person: 'ann' },
    { name: 'ann/attic/desk.webm', person: 'ann' },
    { name: 'bea/desk.webm', person: 'bea' },
    { name: 'cleo.mp4', person: 'cleo' },
    { name: 'clips', person: 'clips' },
  ]);
});
