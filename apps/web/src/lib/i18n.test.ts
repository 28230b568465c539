import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('document', { documentElement: { setAttribute: () => undefined }, querySelector: () => null });
  vi.stubGlobal('location', { hostname: 'app.test' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('../ui/texts/en.json');
  vi.resetModules();
});

const patient = { timeout: 20_000 };
/** Runs `work` with fake timers. */
async function withFakeTimers<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isOver).toBe(true);
  }, patient);
  return work;
}

/** Opens a new page in its own tab, in English, with its first texts. */
async function open() {
  vi.resetModules();
  const i18n = await import('./i18n.ts');
  await i18n.startI18n();
  return i18n;
}

describe('texts', () => {
  it('[I18N-001] use the current language, even through a stored function', async () => {
    const { showLanguage, textsOf } = await open();
    const t = textsOf('ui');
    expect([t('save'), t('rows', { count: 5 }), t.has('rows_many'), textsOf('ui') === t]).toEqual(['Save', '5 rows', false, true]);
    expect(await showLanguage('ru')).toBe(true);
    expect([t('save'), t('rows', { count: 5 }), t.has('rows_many')]).toEqual(['Сохранить', '5 строк', true]);
    // Components that render again for a new function do so.
    expect(textsOf('ui')).not.toBe(t);
  });

  it('[I18N-001] [SHELL-005] of a part requested during a language change arrive in the new language', async () => {
    const { showLanguage, textsOf } = await open();
    const { withTexts } = await import('./lazy-with-texts.ts');
    const parts: string[] = [];
    const openPart = async (namespace: 'profiles' | 'outreach') => parts.push(await withTexts(async () => namespace, [namespace]));
    const shown = showLanguage('ru');
    await Promise.all([openPart('profiles').then(() => openPart('outreach')), shown]);
    expect([parts, await shown]).toEqual([['profiles', 'outreach'], true]);
    expect(textsOf('profiles')('tags.title')).toBe('Теги');
    expect(textsOf('outreach').has('write')).toBe(true);
  });

  it('[SHELL-037] that failed to load appear as keys, are requested again by the next screen and then rendered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    let comes = false;
    // Simulates a file that fails to download.
    vi.doMock('../ui/texts/en.json', () => {
      if (!comes) throw new Error('Failed to fetch');
      return { default: { save: 'Save' } };
    });
    const { loadTexts, onTexts, textsOf, pendingTexts, textsVersion } = await withFakeTimers(open());
    const [t, version] = [textsOf('ui'), textsVersion()];
    expect([t('save'), reported.length]).toEqual(['save', 1]);
    let drawn = 0;
    const end = onTexts(() => {
      drawn += 1;
    });
    comes = true;
    const screen = loadTexts('search');
    // Screens that show keys continue without waiting.
    expect(pendingTexts('ui')).toBeUndefined();
    await withFakeTimers(screen);
    await vi.waitFor(() => expect(drawn).toBe(1), patient);
    expect([t('save'), textsOf('ui') === t, textsVersion() === version]).toEqual(['Save', false, false]);
    end();
  });
});

describe('two tabs of a browser', () => {
  it('[I18N-001] with concurrent language choices end with the latest one', async () => {
    /** Storage events reach the other tabs asynchronously. */
    const events: { key: string; newValue: string; from: number }[] = [];
    let active = 0;
    const listeners: ((event: { key: string; newValue: string }) => void)[] = [];
    vi.stubGlobal('addEventListener', (_type: string, listener: (event: object) => void) => (listeners[active] = listener));
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, newValue: string) => {
        if (kept.get(key) !== newValue) events.push({ key, newValue, from: active });
        kept.set(key, newValue);
      },
    });
    const told: string[][] = [[], []];
    const tabs: Awaited<ReturnType<typeof open>>[] = [];
    for (active = 0; active < 2; active += 1) {
      const tab = await open();
      const heard = told[active];
      tab.followLanguage((language) => heard?.push(language));
      tabs.push(tab);
    }
    for (const [index, language] of (['ru', 'en'] as const).entries()) {
      active = index;
      void tabs[index]?.showLanguage(language);
    }
    let passed = 0;
    for (let event = events.shift(); event !== undefined && passed < 20; event = events.shift()) {
      passed += 1;
      active = 1 - event.from;
      listeners[active]?.(event);
    }
    expect([passed, told]).toEqual([2, [['en'], ['en']]]);
    // Both tabs are idle.
    for (const tab of tabs) await tab.showLanguage('en');
    expect(tabs.map((tab) => tab.currentLanguage())).toEqual(['en', 'en']);
    expect(events).toEqual([]);
  });
});
