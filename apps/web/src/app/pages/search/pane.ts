import { loadTexts } from '#lib/i18n.ts';

/** The open profile beside the results: its code and the words of the features that it shows. */
export async function loadProfilePane() {
  const texts = (['profiles', 'vacancies', 'outreach'] as const).map(loadTexts);
  const [{ ProfilePane }] = await Promise.all([import('../profiles/ProfilePane.tsx'), ...texts]);
  return { ProfilePane };
}
