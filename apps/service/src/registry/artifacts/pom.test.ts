import { describe, expect, it } from 'vitest';
import { pom } from '../../../testing/registry/archives.ts';
import { readPom } from './pom.ts';

const read = (xml: string) => readPom(Buffer.from(xml));

describe('a POM', () => {
  it('says whose it is, and not what its dependencies are called', () => {
    const xml = pom('dev.standpoint', 'android', '0.5.0', 'aar').replace(
      '<packaging>',
      '<!-- <version>9</version> --><dependencies><dependency><groupId>a</groupId><version>1</version></dependency></dependencies><packaging>',
    );
    expect(read(xml)).toEqual({
      group: 'dev.standpoint',
      artifact: 'android',
      version: '0.5.0',
      packaging: 'aar',
    });
  });

  it('takes group and version from its parent', () => {
    const xml =
      '<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>2</version></parent><artifactId>a</artifactId></project>';
    expect(read(xml)).toEqual({ group: 'g', artifact: 'a', version: '2', packaging: 'jar' });
  });

  it.each([
    ['', 'it is no POM'],
    ['<html></html>', 'it is no POM'],
    ['<project><artifactId>a</artifactId>', 'it is no POM'],
    ['<project><a></project></a>', 'not closed in order'],
    ['<!DOCTYPE x [<!ENTITY e "a">]><project/>', 'DOCTYPE'],
    [pom('g', 'a', '1-SNAPSHOT'), 'a snapshot'],
    [pom('g', '../a', '1'), 'its artifactId is "../a"'],
    [pom('g', 'a', '1..2'), 'its version is "1..2"'],
    [pom('', 'a', '1'), 'its groupId is ""'],
    [pom('${group}', 'a', '1'), 'its groupId is "${group}"'],
  ])('that is %j is refused', (xml, said) => {
    expect(() => read(xml)).toThrow(said);
  });
});
