import { englishVacancies } from './vacancies-english.ts';
import { russianVacancies } from './vacancies-russian.ts';
import type { DemoVacancy } from './vacancy.ts';

export const demoVacancies: readonly DemoVacancy[] = [...englishVacancies, ...russianVacancies];
