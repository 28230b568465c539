import type { Language } from '@headwater/contract/errors';
import { brand } from './brand.ts';
import { importAgain } from './import-again.ts';
import type { TextFiles } from './text-files.ts';
import { type Catalogue, createTranslator, type Namespace, type Namespaces, type Source, type TFunction } from './translate.ts';

/** Texts of the first pages; text-files.ts contains the others. */
const files: TextFiles = import.meta.glob<Catalogue>('../{app,ui,features/search,features/social-sign-in}/texts/*.json', {
  import: 'default',
});

/** The folder name is the namespace: `src/features/search/texts/en.json` is `search`. */
const fileOf = (among: TextFiles, language: Language, namespace: string) =>
  Object.entries(among).find(([path]) => path.endsWith(`/${namespace}/texts/${language}.json`))?.[1];

const others = () => importAgain(() => import('./text-files.ts'));

async function readTexts(language: Language, namespace: string): Promise<Catalogue> {
  const load = fileOf(files, language, namespace) ?? fileOf((await others()).textFiles, language, namespace);
  if (!load) throw new Error(`No texts ${language}/${namespace}`);
  return importAgain(load, (module) => (module as { default: Catalogue }).default);
}

interface Loading {
  promise: Promise<void>;
  /** `again`: a retry after a failure; keys are shown in the meantime. */
  state: 'pending' | 'there' | 'failed' | 'again';
  texts?: Catalogue;
}

const loadings: Record<Language, Map<Namespace, Loading>> = { en: new Map(), ru: new Map() };

const firstPause = 350;
const lastPause = 10_000;

/** Retries up to five times, starting with 350 ms and doubling the pause. */
async function attempt(language: Language, namespace: Namespace, pause: number): Promise<Catalogue> {
  try {
    return await readTexts(language, namespace);
  } catch (error) {
    if (pause >= lastPause) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return attempt(language, namespace, pause * 2);
  }
}

function startLoading(language: Language, namespace: Namespace, pause = firstPause): Loading {
  const isAgain = loadings[language].has(namespace);
  const loading: Loading = { state: isAgain ? 'again' : 'pending', promise: Promise.resolve() };
  loading.promise = attempt(language, namespace, pause).then(
    (texts) => {
      Object.assign(loading, { state: 'there', texts });
      return isAgain ? notifyTextsChanged() : undefined;
    },
    (error: unknown) => {
      loading.state = 'failed';
      reportError(error);
    },
  );
  loadings[language].set(namespace, loading);
  return loading;
}

let shown: Language = 'en';
let nextLanguage: Language = shown;
const listeners = new Set<() => void>();
let translators = new Map<string, unknown>();

const remembered = 'headwater.language';
const russianZone = /\.(?:ru|su|рф|xn--p1ai)$/;

/** I18N-003, I18N-004: the last choice in this browser, else by the domain of the host. */
function chosenLanguage(): Language {
  try {
    const chosen = localStorage.getItem(remembered);
    if (chosen === 'en' || chosen === 'ru') return chosen;
  } catch {
    // No storage.
  }
  return russianZone.test(location.hostname) ? 'ru' : 'en';
}

export const currentLanguage = (): Language => shown;

export const textsVersion = (): unknown => translators;

export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notifyTextsChanged(): void {
  translators = new Map();
  for (const listener of listeners) listener();
}

function show(language: Language): void {
  shown = language;
  document.documentElement.setAttribute('lang', language);
  notifyTextsChanged();
}

export async function startI18n(): Promise<void> {
  nextLanguage = chosenLanguage();
  show(nextLanguage);
  await Promise.all([loadTexts('ui'), loadTexts('app')]);
}

/** Retries a failed namespace once, without long pauses: the caller waits. */
function ensureLoading(language: Language, namespace: Namespace): Loading {
  const known = loadings[language].get(namespace);
  if (known?.state === 'failed') return startLoading(language, namespace, lastPause);
  return known ?? startLoading(language, namespace);
}

/**
 * Loads the texts before the switch. Resolves with false, without a switch, if they fail to load.
 */
export async function showLanguage(language: Language): Promise<boolean> {
  try {
    localStorage.setItem(remembered, language);
  } catch {
    // Without storage only the account keeps the setting.
  }
  nextLanguage = language;
  if (language === shown) return true;
  let needed: Loading[] = [];
  // Also load namespaces that were requested during the wait.
  while (needed.length < loadings[shown].size) {
    needed = [...loadings[shown].keys()].map((namespace) => ensureLoading(language, namespace));
    // oxlint-disable-next-line no-await-in-loop -- repeats until no namespace is missing
    await Promise.all(needed.map(({ promise }) => promise));
    // Another language may have been chosen during the wait.
    if (nextLanguage !== language || shown === language) return true;
  }
  if (needed.some(({ state }) => state === 'failed')) return false;
  show(language);
  return true;
}

export function followLanguage(tell: (language: Language) => void): void {
  addEventListener('storage', ({ key }) => {
    if (key !== remembered) return;
    // Read the current choice: an outdated event would bounce between the tabs.
    const chosen = chosenLanguage();
    tell(chosen);
    void showLanguage(chosen);
  });
}

/** For route loaders: texts load in parallel with code. Also retries failed namespaces. */
export function loadTexts(namespace: Namespace): Promise<void> {
  for (const known of loadings[shown].keys()) ensureLoading(shown, known);
  return ensureLoading(shown, namespace).promise;
}

export function pendingTexts(namespace: Namespace): Promise<void> | undefined {
  const { state, promise } = loadings[shown].get(namespace) ?? startLoading(shown, namespace);
  return state === 'pending' ? promise : undefined;
}

const source: Source = {
  get language() {
    return shown;
  },
  find: (namespace) => loadings[shown].get(namespace as Namespace)?.texts,
  always: { brand: brand.name },
};

/** `textsOf('profiles')('tags.title')`. The function stays the same until the texts change. */
export function textsOf<const N extends Namespaces>(namespaces: N): TFunction<N> {
  const key = String(namespaces);
  const made = translators.get(key) ?? createTranslator(source, namespaces);
  translators.set(key, made);
  return made as TFunction<N>;
}
