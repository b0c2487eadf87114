import { codeUrl, normaliseCode } from '../../../../apps/service/src/handoff/short-code.ts';
import { type Case, familyOf } from '../family.ts';
import { BASE } from '../keys.ts';

const face_base = `${BASE}/face`;
const read = (name: string, why: string, text: string): Case => {
  const code = normaliseCode(text);
  return {
    name,
    why,
    input: { text, face_base },
    expect:
      code === null
        ? { error: 'short_code_not_found' }
        : { code, url: codeUrl({ face_base_url: face_base }, code) },
  };
};

export const shortCode = familyOf(
  'short-code',
  'Bring a code that a person typed or a camera read to its one form, and to its address. A proof is bound to ' +
    'that form. `short_code_not_found`: it can be no code, so nothing is sent.',
  [
    read('as shown', '', '7Q3FZ0K9M2XW4B8T'),
    read('small letters', '', '7q3fz0k9m2xw4b8t'),
    read('hyphens and blanks', 'As people group digits.', '7Q3F-Z0K9 M2XW–'.replace('–', '-4B8T')),
    read('O for 0', '', '7Q3FZOK9M2XW4B8T'),
    read('I and L for 1', '', 'IQ3FZ0K9M2XW4B8L'),
    read('small o, i and l', '', 'iq3fzok9m2xw4b8l'),
    read('a letter U', 'U is in no code.', '7Q3FZ0K9M2XW4B8U'),
    read('too short', '', '7Q3FZ0K9M2XW4B8'),
    read('too long', '', '7Q3FZ0K9M2XW4B8TT'),
    read('empty', '', ''),
    read('another script', 'Full-width digits are not digits here.', '７Q3FZ0K9M2XW4B8T'),
  ],
);
