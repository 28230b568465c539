import { expect, it } from 'vitest';
import { textColor } from './colors.ts';

it('[EDIT-004] keeps a readable colour and drops the grey that programs add to all text', () => {
  expect(['rgb(255, 0, 0)', '#00F', '#c026d3', ' #1155cc '].map(textColor)).toEqual(['#ff0000', '#0000ff', '#c026d3', '#1155cc']);
  for (const none of ['', '#000', 'rgb(34, 34, 34)', '#fff', '#ffff00', 'rgb(999, 0, 0)', 'inherit', 'var(--x)', 'rgba(1, 2, 3, 0.5)'])
    expect([none, textColor(none)]).toEqual([none, undefined]);
});
