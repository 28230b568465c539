import { describe, expect, it } from 'vitest';
import { idParam, idsParam, numberParam, oneOf, pageParam, screenParams, textParam } from './screen-params.ts';

const params = screenParams({
  search: textParam,
  status: oneOf(['active', 'closed'], 'active'),
  kind: oneOf(['a', 'b']),
  owner: idParam,
  from: numberParam,
  stages: idsParam,
  page: pageParam,
});

describe('the parameters of a screen', () => {
  it('are read from the address', () => {
    const address = { search: 'anna', status: 'closed', kind: 'b', owner: '7', from: '-2', stages: '3,4', page: '2' };
    expect(params.read(address)).toEqual({ search: 'anna', status: 'closed', kind: 'b', owner: 7, from: -2, stages: [3, 4], page: 2 });
  });

  it('never fail to parse: invalid values count as missing', () => {
    const nothing = { search: '', status: 'active', kind: undefined, owner: undefined, from: undefined, stages: [], page: 1 };
    expect(params.read({})).toEqual(nothing);
    const wrong = { search: ['a', 'b'], status: 'x', kind: 'x', owner: '0', from: '1e3', stages: 'x,0,', page: '-1' };
    expect(params.read(wrong)).toEqual(nothing);
    expect(params.read({ owner: '1'.repeat(30), page: '1.5' })).toEqual(nothing);
  });

  it('keep known values of an address unchanged', () => {
    expect(params.validate({ search: '', status: 'x', page: '02', stages: ['1', '2'], other: '1' })).toEqual({
      search: '',
      status: 'x',
      page: '02',
    });
  });

  it('are written only if they differ from the default', () => {
    expect(params.write({ search: 'anna', status: 'closed', stages: [3, 4], page: 2, owner: 7, from: 0, kind: 'a' })).toEqual({
      search: 'anna',
      status: 'closed',
      stages: '3,4',
      page: '2',
      owner: '7',
      from: '0',
      kind: 'a',
    });
    const usual = params.write({ search: '', status: 'active', stages: [], page: 1, owner: undefined });
    expect(usual).toStrictEqual({ search: undefined, status: undefined, stages: undefined, page: undefined, owner: undefined });
  });

  it('stay unless named', () => {
    expect(params.write({ page: 3 })).toStrictEqual({ page: '3' });
  });
});
