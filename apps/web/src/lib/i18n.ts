import { type BackendModule, createInstance, type FormatterModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '@headwater/contract/errors';
import { brand } from './brand.ts';
import { formatNumber } from './format.ts';
import type { Catalogue, TextFiles } from './text-files.ts';
import type { Texts } from './texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: Texts;
    enableSelector: false;
  }
}

/** The texts of every page and of the sign-in; those of the other features are in text-files.ts. */
const files: TextFiles = import.meta.glob<Catalogue>('../{app,ui,features/social-sign-in}/texts/*.json', { import: 'default' });

/** `src/ui/texts/en.json` is namespace `ui`, `src/features/search/texts/en.json` is namespace `search`: the folder's name. */
const fileOf = (among: TextFiles, language: string, namespace: string) =>
  Object.entries(among).find(([path]) => path.endsWith(`/${namespace}/texts/${language}.json`))?.[1];

const i18n = createInstance();

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => void readTexts(language, { namespace, done }),
};

type Format = FormatterModule['format'];

/** Every {{count}} has the separators of the language; other numbers in texts stand as they are given. */
const format: Format = (...[value, , , options]) =>
  options?.['interpolationkey'] === 'count' && typeof value === 'number' ? formatNumber(value, currentLanguage()) : value;
const counts: FormatterModule = { type: 'formatter', init: () => {}, add: () => {}, addCached: () => {}, format };

async function readTexts(language: string, { namespace, done }: { namespace: string; done: ReadCallback }): Promise<void> {
  try {
    const load = fileOf(files, language, namespace) ?? fileOf((await import('./text-files.ts')).textFiles, language, namespace);
    if (!load) throw new Error(`No texts ${language}/${namespace}`);
    done(null, await load());
  } catch (error) {
    done(error as Error, null);
  }
}

/** Under this name the browser remembers the chosen language. */
export const remembered = 'headwater.language';
const russianZone = /\.(?:ru|su|рф|xn--p1ai)$/;

/** The language before anybody has signed in: what this browser chose last, else by the zone of the host (I18N-003, I18N-004). */
export function visitorLanguage(host: string, chosen: string | null): Language {
  if (chosen === 'en' || chosen === 'ru') return chosen;
  return russianZone.test(host) ? 'ru' : 'en';
}

export const currentLanguage = (): Language => (i18n.language === 'ru' ? 'ru' : 'en');

function readChosen(): string | null {
  try {
    return localStorage.getItem(remembered);
  } catch {
    return null;
  }
}

/** Loads the first texts; resolves when the interface can be drawn. */
export async function startI18n(): Promise<void> {
  const language = visitorLanguage(location.hostname, readChosen());
  i18n.on('languageChanged', (chosen) => document.documentElement.setAttribute('lang', chosen));
  await i18n
    .use(backend)
    .use(counts)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: ['en', 'ru'],
      fallbackLng: false,
      ns: ['ui', 'app'],
      defaultNS: 'ui',
      interpolation: {
        escapeValue: false,
        defaultVariables: { brand: brand.name },
        alwaysFormat: true,
      },
      react: { useSuspense: true },
    });
}

/** Switches every visible text at once; the texts of the new language are loaded before anything changes. */
export async function showLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(remembered, language);
  } catch {
    // Not remembered then; the account's own setting still is.
  }
  if (i18n.language !== language) await i18n.changeLanguage(language);
}

/** For route loaders: a feature's texts arrive with its code, not after it. */
export const loadTexts = (namespace: keyof Texts): Promise<void> => i18n.loadNamespaces(namespace);
