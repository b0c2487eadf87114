import { expect, it } from 'vitest';
import { problemWords } from './problem-words.ts';

const SHAPES = [{ name: 'Sea' }, {}];

it('names the shape that is refused, by its label or its number, and says what to do', () => {
  const words = (path: string, message: string) => problemWords({ path, message }, SHAPES);
  const crossing = 'The edge to point 2 crosses the 180th meridian: cut the area there.';
  expect(words('rule.shapes[0].polygon[0]', crossing)).toBe(`“Sea”: ${crossing}`);
  expect(words('rule.shapes[1].polygon[0]', crossing)).toBe(`Shape 2: ${crossing}`);
  // The service has named it already.
  expect(words('rule.shapes[0].polygon[0]', `“Sea”: ${crossing}`)).toBe(`“Sea”: ${crossing}`);
  expect(words('definition.rule.shapes.0.polygon.0.1.0', 'must be at most 180')).toBe(
    '“Sea”: the longitude of point 2 must be at most 180. Past the 180th meridian, longitudes go on from −180.',
  );
  expect(words('definition.rule.shapes.1.circle.lat', 'must be at most 90')).toBe(
    'Shape 2: the latitude must be at most 90.',
  );
  expect(words('definition.rule.shapes.1.circle.radius_m', 'must be at most 5000000')).toBe(
    'Shape 2: the radius in metres must be at most 5000000.',
  );
});

it('names other places of a policy, in a draft and in a request', () => {
  expect(problemWords({ path: 'rule.allow', message: 'ZZ is not a known place' })).toBe(
    'Allowed regions: ZZ is not a known place',
  );
  expect(problemWords({ path: 'definition.rule.deny.3', message: 'no.' })).toBe('Denied regions: no.');
  expect(problemWords({ path: 'definition.name', message: 'is too long' })).toBe('Name: is too long');
  expect(problemWords({ path: 'depth', message: 'no.' })).toBe('depth: no.');
  expect(problemWords({ path: 'rule.shapes', message: 'Too many corners.' })).toBe(
    'Shapes: Too many corners.',
  );
});
