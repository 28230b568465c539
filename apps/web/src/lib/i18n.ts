import type { Language } from '@headwater/contract/errors';
import { brand } from './brand.ts';
import { importAgain } from './import-again.ts';
import type { TextFiles } from './text-files.ts';
import { type Catalogue, createTranslator, type Namespace, type Namespaces, type Source, type TFunction } from './translate.ts';

/** The texts of every page, of the sign-in and of the search; those of the other features are in text-files.ts. */
const files: TextFiles = import.meta.glob<Catalogue>('../{app,ui,features/search,features/social-sign-in}/texts/*.json', {
  import: 'default',
});

/** `src/ui/texts/en.json` is namespace `ui`, `src/features/search/texts/en.json` is namespace `search`: the folder's name. */
const fileOf = (among: TextFiles, language: Language, namespace: string) =>
  Object.entries(among).find(([path]) => path.endsWith(`/${namespace}/texts/${language}.json`))?.[1];

const others = () => importAgain(() => import('./text-files.ts'));

async function readTexts(language: Language, namespace: string): Promise<Catalogue> {
  const load = fileOf(files, language, namespace) ?? fileOf((await others()).textFiles, language, namespace);
  if (!load) throw new Error(`No texts ${language}/${namespace}`);
  return importAgain(load, (module) => (module as { default: Catalogue }).default);
}

/** Texts of one namespace in one language, and what brings them. Those that could not be had are shown by their keys. */
interface Loading {
  promise: Promise<void>;
  /** `again`: they failed before, and are shown by their keys meanwhile. */
  state: 'pending' | 'there' | 'failed' | 'again';
  texts?: Catalogue;
}

const loadings: Record<Language, Map<Namespace, Loading>> = { en: new Map(), ru: new Map() };

const firstPause = 350;
/** None behind it. */
const lastPause = 10_000;

/** Five more attempts, the pause doubling from a third of a second. */
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
      return isAgain ? drawAnew() : undefined;
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
/** The one that was asked for last: its texts may be on their way. */
let nextLanguage: Language = shown;
const listeners = new Set<() => void>();
let translators = new Map<string, unknown>();

/** Under this name the browser remembers the chosen language. */
const remembered = 'headwater.language';
const russianZone = /\.(?:ru|su|рф|xn--p1ai)$/;

/** The language before anybody has signed in: what this browser chose last, else by the zone of the host (I18N-003, I18N-004). */
function chosenLanguage(): Language {
  try {
    const chosen = localStorage.getItem(remembered);
    if (chosen === 'en' || chosen === 'ru') return chosen;
  } catch {
    // Without storage nothing was kept.
  }
  return russianZone.test(location.hostname) ? 'ru' : 'en';
}

export const currentLanguage = (): Language => shown;

/** Something else whenever what texts say has changed: with another language, and where some came that had failed before. */
export const textsVersion = (): unknown => translators;

/** Tells of every change of that; answers how to end it. */
export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function drawAnew(): void {
  translators = new Map();
  for (const listener of listeners) listener();
}

function show(language: Language): void {
  shown = language;
  document.documentElement.setAttribute('lang', language);
  drawAnew();
}

/** Loads the first texts; resolves when the interface can be drawn. */
export async function startI18n(): Promise<void> {
  nextLanguage = chosenLanguage();
  show(nextLanguage);
  await Promise.all([loadTexts('ui'), loadTexts('app')]);
}

/** One that failed before is tried once more, without long pauses: whoever asks waits for it. */
function startAgain(language: Language, namespace: Namespace): Loading {
  const known = loadings[language].get(namespace);
  if (known?.state === 'failed') return startLoading(language, namespace, lastPause);
  return known ?? startLoading(language, namespace);
}

/**
 * Switches every visible text at once; the texts of the new language are loaded before anything changes. False: they could not be had, and what
 * is shown stays as it is.
 */
export async function showLanguage(language: Language): Promise<boolean> {
  try {
    localStorage.setItem(remembered, language);
  } catch {
    // Not remembered then; the account's own setting still is.
  }
  nextLanguage = language;
  if (language === shown) return true;
  let needed: Loading[] = [];
  // What is asked for meanwhile comes in the language of before: it is needed, too.
  while (needed.length < loadings[shown].size) {
    needed = [...loadings[shown].keys()].map((namespace) => startAgain(language, namespace));
    // oxlint-disable-next-line no-await-in-loop -- until nothing more is asked for
    await Promise.all(needed.map(({ promise }) => promise));
    // Another may have been chosen meanwhile.
    if (nextLanguage !== language || shown === language) return true;
  }
  if (needed.some(({ state }) => state === 'failed')) return false;
  show(language);
  return true;
}

/** Shows what another tab of this browser chooses, and tells of it. */
export function followLanguage(tell: (language: Language) => void): void {
  addEventListener('storage', ({ key }) => {
    if (key !== remembered) return;
    // By now: the event may be of a choice that is over, which would go to and fro between the tabs if it was kept again.
    const chosen = chosenLanguage();
    tell(chosen);
    void showLanguage(chosen);
  });
}

/** For route loaders: a feature's texts arrive with its code, not after it. All that failed before is tried once more with each screen. */
export function loadTexts(namespace: Namespace): Promise<void> {
  for (const known of loadings[shown].keys()) startAgain(shown, known);
  return startAgain(shown, namespace).promise;
}

/** What is still to be waited for before a namespace can be shown. */
export function textsOnTheirWay(namespace: Namespace): Promise<void> | undefined {
  const { state, promise } = loadings[shown].get(namespace) ?? startLoading(shown, namespace);
  return state === 'pending' ? promise : undefined;
}

/** Of the moment in which a text is said. */
const source: Source = {
  get language() {
    return shown;
  },
  find: (namespace) => loadings[shown].get(namespace as Namespace)?.texts,
  always: { brand: brand.name },
};

/**
 * The texts of namespaces that are loaded, in the language that is shown when one is said, also by whoever keeps the function:
 * `textsOf('profiles')('tags.title')`. The same function every time, and another one where what it says has changed.
 */
export function textsOf<const N extends Namespaces>(namespaces: N): TFunction<N> {
  const key = String(namespaces);
  const made = translators.get(key) ?? createTranslator(source, namespaces);
  translators.set(key, made);
  return made as TFunction<N>;
}
