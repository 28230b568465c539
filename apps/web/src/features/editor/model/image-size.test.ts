import { assert, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resized } from './image-size.ts';

describe('image resizing', () => {
  it('[EDIT-021] [EDIT-022] [EDIT-023] keeps the proportion between 25 px and the width of the editor', () => {
    expect(resized({ width: 200, height: 100 }, -50, 600)).toEqual({ width: 150, height: 75 });
    expect(resized({ width: 200, height: 100 }, -500, 600)).toEqual({ width: 25, height: 13 });
    expect(resized({ width: 200, height: 100 }, 5000, 600)).toEqual({ width: 600, height: 300 });
    const size = integer({ min: 25, max: 2000 });
    assert(
      property(tuple(size, size, integer({ min: -3000, max: 3000 }), size), ([width, height, by, editorWidth]) => {
        const after = resized({ width, height }, by, editorWidth);
        expect(after.width).toBeGreaterThanOrEqual(25);
        expect(after.width).toBeLessThanOrEqual(editorWidth);
        expect(Math.abs(after.height - (after.width * height) / width)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
