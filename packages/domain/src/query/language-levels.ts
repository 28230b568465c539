/** Best first. */
export const languageLevels = ['native', 'fluent', 'advanced', 'intermediate', 'basic'] as const;
export type LanguageLevel = (typeof languageLevels)[number];

export const isLanguageLevel = (word: string): word is LanguageLevel => (languageLevels as readonly string[]).includes(word);

/** The level and all lower ones. */
export const reachedLevels = (level: LanguageLevel): LanguageLevel[] => languageLevels.slice(languageLevels.indexOf(level));
