import { describe, expect, it } from 'vitest';
import { named } from './named.ts';

describe('a statement with named parameters', () => {
  it('gives each name one number, in the order of the text, and puts the values in that order', () => {
    const statement = named(
      'find',
      'SELECT 1 FROM t WHERE org = :org AND id = :id AND parent IN (:id, :org)',
    );
    expect(statement({ id: 'i', org: 'o' })).toEqual({
      name: 'find',
      text: 'SELECT 1 FROM t WHERE org = $1 AND id = $2 AND parent IN ($2, $1)',
      values: ['o', 'i'],
    });
  });

  it('leaves casts alone', () => {
    const { text } = named('cast', 'SELECT :id::text, :at::timestamptz, now()::date')({ id: 'i', at: null });
    expect(text).toBe('SELECT $1::text, $2::timestamptz, now()::date');
  });

  it('does not take a name for the beginning of a longer one', () => {
    const { text, values } = named('prefix', ':exp, :expires_at, :exp')({ exp: 1, expires_at: 2 });
    expect([text, values]).toEqual(['$1, $2, $1', [1, 2]]);
  });

  it('sends null, but throws when a value is missing', () => {
    const statement = named('record', 'SELECT :install_id');
    expect(statement({ install_id: null }).values).toEqual([null]);
    expect(() => statement({})).toThrow('record: no value for :install_id');
    expect(() => statement({ install_id: undefined })).toThrow('record: no value for :install_id');
  });

  it('ignores values that the text does not name', () => {
    expect(named('one', 'SELECT :a')({ a: 1, b: 2 }).values).toEqual([1]);
  });
});
