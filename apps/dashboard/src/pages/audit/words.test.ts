import { expect, test } from 'vitest';
import { actionWords, actorWords, linksWords } from './words.ts';

test('says what happened and who did it', () => {
  expect(actionWords('person.sign_in_refused')).toBe('Person sign in refused');
  expect([
    actorWords('user:usr_1', 'Ana Ops'),
    actorWords('user:usr_1', null),
    actorWords('key:key_1', null),
    actorWords('cli', null),
    actorWords('something-new', null),
  ]).toEqual(['Ana Ops', 'A person who is gone', 'A key', 'A command', 'something-new']);
  expect([linksWords(1), linksWords(12_400)]).toEqual(['1 link', '12,400 links']);
});
