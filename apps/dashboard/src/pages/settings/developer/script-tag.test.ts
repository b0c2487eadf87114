import { expect, it } from 'vitest';
import { globalCode, moduleCode, scriptTag } from './script-tag.ts';

const FILE = { url: 'https://id.example/sdk/0.5.0/standpoint.js', integrity: 'sha384-abc+/=' };

it('names the exact version, its integrity, and a request without cookies', () => {
  expect(scriptTag(FILE, ' type="module"')).toBe(
    '<script type="module" src="https://id.example/sdk/0.5.0/standpoint.js"\n' +
      '  integrity="sha384-abc+/="\n' +
      '  crossorigin="anonymous"></script>',
  );
  expect(globalCode(FILE)).toContain("baseUrl: 'https://id.example' }");
  expect(moduleCode(FILE)).toContain(`from '${FILE.url}'`);
});
