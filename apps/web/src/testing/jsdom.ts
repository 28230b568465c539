import { configure } from '@testing-library/react';
import react from 'react';
import { vi } from 'vitest';
import { computedStyle } from './computed-style.ts';
import { StubEventSource } from './events.ts';

/** jsdom has no layout, so it lacks the APIs that measure and observe it. */
const neverMatches = (query: string): MediaQueryList =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList;

class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

vi.stubGlobal('matchMedia', neverMatches);
vi.stubGlobal('getComputedStyle', computedStyle);
vi.stubGlobal('innerWidth', 1440);
vi.stubGlobal('ResizeObserver', SilentObserver);
vi.stubGlobal('IntersectionObserver', SilentObserver);
vi.stubGlobal('EventSource', StubEventSource);
vi.stubGlobal('reportError', (error: unknown) => process.emitWarning(String(error)));
vi.stubGlobal('scrollTo', () => {});
// Escaped ids are numeric.
vi.stubGlobal('CSS', { escape: (text: string) => text });
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve(), addEventListener() {}, removeEventListener() {} } });
// A table renders only rows that fit its height.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value: 800 });
Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 1200 });
document.cookie = 'csrftoken=token';

const shownText = () =>
  [...document.querySelectorAll('main, [role=dialog], [role=status], [role=alert]')].map((part) => part.textContent).join(' | ');

// Visibility checks are slow and useless without styles.
configure({
  asyncUtilTimeout: 30_000,
  defaultHidden: true,
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\nShown: ${shownText()}`),
});

// React takes a stack trace of each element until it has taken 10,000 in a second: 15 % of the test time.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty(Object(Reflect.get(react, internals)), 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
