import { looksDead } from './links.ts';
import { namesIn, type VariableValues, type CustomVariable } from './variables.ts';

export type Finding =
  | { kind: 'empty_variable' | 'no_fallback' | 'unknown_variable'; at: 'subject' | 'body'; name: string }
  | { kind: 'dead_link'; at: 'body'; url: string }
  | { kind: 'heavy_images'; at: 'body'; kilobytes: number }
  | { kind: 'no_unsubscribe'; at: 'body' };

export interface LintInput {
  subject: string;
  body: string;
  custom: readonly Pick<CustomVariable, 'name' | 'value'>[];
  /** Without values the text goes to many people, and every possibly missing value is a finding. */
  values?: VariableValues | undefined;
  images?: readonly number[];
  mass?: boolean;
}

/** Larger messages open slowly on phones and are refused by mail servers. */
const heavyKilobytes = 1024;
const alwaysKnown = new Set(['SENDER_NAME', 'SENDER_EMAIL', 'UNSUBSCRIBE']);

const hrefs = (html: string) =>
  [...html.matchAll(/<a\b[^<>]*?\shref=(?:"([^"]*)"|'([^']*)')/gi)].map((match) => match[1] ?? match[2] ?? '');
const readable = (text: string) => text.replace(/&amp;/g, '&');

function variableFindings(text: string, at: 'subject' | 'body', { known, fallback, values }: Known): Finding[] {
  return namesIn(text).flatMap((name): Finding[] => {
    if (!known.has(name)) return [{ kind: 'unknown_variable', at, name }];
    if (fallback.get(name)?.trim()) return [];
    if (values) return values[name]?.trim() ? [] : [{ kind: 'empty_variable', at, name }];
    return alwaysKnown.has(name) ? [] : [{ kind: 'no_fallback', at, name }];
  });
}

interface Known {
  known: ReadonlySet<string>;
  fallback: ReadonlyMap<string, string>;
  values: VariableValues | undefined;
}

/** Findings do not block sending. */
export function lintMessage(
  { subject, body, custom, values, images = [], mass = false }: LintInput,
  builtIn: readonly string[],
): Finding[] {
  const known: Known = {
    known: new Set([...builtIn, ...custom.map(({ name }) => name)]),
    fallback: new Map(custom.map(({ name, value }) => [name, value])),
    values,
  };
  const kilobytes = images.reduce((sum, size) => sum + size, 0);
  const dead = [...new Set(hrefs(body).map(readable))].filter(looksDead);
  return [
    ...variableFindings(subject, 'subject', known),
    ...variableFindings(body, 'body', known),
    ...dead.map((url): Finding => ({ kind: 'dead_link', at: 'body', url })),
    ...(kilobytes > heavyKilobytes ? [{ kind: 'heavy_images', at: 'body', kilobytes } as const] : []),
    ...(mass && !body.includes('{{UNSUBSCRIBE}}') ? [{ kind: 'no_unsubscribe', at: 'body' } as const] : []),
  ];
}
