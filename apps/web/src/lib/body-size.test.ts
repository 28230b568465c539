import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttled } from './body-size.ts';

describe('body size observer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[SHELL-030] notifies immediately, then at most every 100 ms, with the newest size', () => {
    const told: number[] = [];
    const { tell, stop } = throttled((width: number) => told.push(width));
    for (const width of [1000, 990, 980]) tell(width);
    expect(told).toEqual([1000]);
    vi.advanceTimersByTime(99);
    expect(told).toEqual([1000]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([1000, 980]);
    tell(970);
    expect(told).toEqual([1000, 980]);
    vi.advanceTimersByTime(100);
    expect(told).toEqual([1000, 980, 970]);
    vi.advanceTimersByTime(500);
    tell(960);
    tell(950);
    stop();
    vi.advanceTimersByTime(500);
    expect(told).toEqual([1000, 980, 970, 960]);
  });
});
