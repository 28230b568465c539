import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { catalogue, message } from './errors.ts';
import { idList, optionalText, text } from './validation.ts';
import { vacancyStatuses } from './vacancies.ts';

interface Declared {
  '~orpc': { route: { path?: string; method?: string }; inputSchema?: z.ZodType; outputSchema?: z.ZodType };
}

type Routes = { [name: string]: Declared | Routes };

/** A noun may group its routes, as mail services do. */
const proceduresIn = (routes: Routes, noun: string): ({ name: string } & Declared['~orpc'])[] =>
  Object.entries(routes).flatMap(([key, one]) => {
    const name = `${noun}.${key}`;
    return '~orpc' in one ? [{ name, ...(one as Declared)['~orpc'] }] : proceduresIn(one, name);
  });

const procedures = Object.entries(contract).flatMap(([noun, routes]) => proceduresIn(routes as unknown as Routes, noun));

/** All field names of a schema. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, ...rest } = schema as { properties?: Record<string, unknown> };
  const own = properties ? [...Object.keys(properties), ...Object.values(properties).flatMap(namesIn)] : [];
  return [...own, ...Object.values(rest).flatMap(namesIn)];
}

const fieldsOf = (schema: z.ZodType | undefined, io: 'input' | 'output') =>
  schema instanceof z.ZodType ? namesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' })) : [];

/** EVT-025 */
const isEventProperty = (name: string, field: string) => name === 'usageEvents.send' && /^[A-Z]\w*$/.test(field);

describe('API', () => {
  it('[REQ-013] has snake_case fields, except three of the specification', () => {
    // `folderId` is a part of a search URL (SRCH-014). Path parameters are not fields.
    const exceptions = new Set(['withComments', 'saveMessagingHistory', 'whithSynonym', 'folderId']);
    // Passkey data has WebAuthn's names (RegistrationResponseJSON, AuthenticationResponseJSON).
    const passkeyCalls = new Set([
      'accounts.signInWithPasskey',
      ...['addPasskey', 'beginPasskey', 'removePasskey'].map((name) => `security.${name}`),
      'ownAddress.ask',
      // These calls accept a passkey as proof.
      ...['addAuthenticator', 'removeAuthenticator', 'renewRecoveryCodes', 'removeSocialAccount', 'removeIdentityProvider'].map(
        (name) => `security.${name}`,
      ),
      'socialSignIn.connect',
      'scim.createToken',
      ...['create', 'createNamed', 'generateForWorker', 'generateForAdmin'].map((name) => `apiTokens.${name}`),
    ]);
    const webAuthn = new Set(['rawId', 'clientExtensionResults', 'clientDataJSON', 'attestationObject', 'authenticatorData', 'userHandle']);
    const isGiven = (name: string, field: string) =>
      exceptions.has(field) || (passkeyCalls.has(name) && webAuthn.has(field)) || isEventProperty(name, field);
    const odd = procedures.flatMap(({ name, route, inputSchema, outputSchema }) =>
      [...fieldsOf(inputSchema, 'input'), ...fieldsOf(outputSchema, 'output')]
        .filter((field) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(field) && !isGiven(name, field) && !route.path?.includes(`{${field}}`))
        .map((field) => `${name}: ${field}`),
    );
    expect([...new Set(odd)]).toEqual([]);
  });

  it('[REQ-001] [VAC-018] has paths below its own prefix and calls a vacancy a folder', () => {
    // SSO-011 to SSO-014 give other paths.
    const own = /^\/(?:api|sso)\//;
    expect(procedures.filter(({ route }) => !own.test(route.path ?? '')).map(({ name }) => name)).toEqual([]);
    const ofVacancies = Object.entries(contract.vacancies as unknown as Record<string, Declared>).map(([, one]) => one['~orpc'].route.path);
    for (const path of ofVacancies) expect(path).toMatch(/folders\//);
    // EXP-005, AIO-010 and ATS-055 give these paths.
    const named = /export|\/api\/v6\/vacancies\/description\/|\/api\/v6\/[a-z]+\/vacancies\/$/;
    expect(procedures.filter(({ route }) => route.path?.includes('vacanc') && !named.test(route.path)).map(({ name }) => name)).toEqual([]);
  });

  it('[VAC-008] has the vacancy states active and closed', () => {
    expect(vacancyStatuses).toEqual(['active', 'closed']);
  });
});

describe('messages', () => {
  it('[REQ-036] [REQ-038] match the specification', () => {
    expect(message('data_not_displayed', 'en')).toBe('The data could not be displayed');
    expect(catalogue.employee_not_found.status).toBe(404);
    expect(message('employee_not_found', 'en')).toBe('Employee not found');
  });

  it('[REQ-048] start with a capital and have no final full stop, in both languages', () => {
    // The specification has these in lower case, or with a full stop.
    const quoted = new Set(['password_differs', 'fill_variables', 'connect_mail', 'profile_not_created', 'telegram_flood_wait']);
    const odd = Object.entries(catalogue)
      .filter(([key]) => !quoted.has(key))
      .flatMap(([key, { text }]) =>
        [text('en'), text('ru')]
          .filter((words) => !/^["«“{\p{Lu}\d]/u.test(words) || /[^.]\.$/.test(words))
          .map((words) => `${key}: ${words}`),
      );
    expect(odd).toEqual([]);
  });
});

describe('limits', () => {
  it('[REQ-049] are 1 to 255 characters for a short text and a thousand entries for a list', () => {
    expect(text().safeParse('').success).toBe(false);
    expect(text().safeParse('я'.repeat(255)).success).toBe(true);
    expect(text().safeParse('я'.repeat(256)).success).toBe(false);
    expect(optionalText(10_000).safeParse('я'.repeat(10_000)).success).toBe(true);
    expect(optionalText(10_000).safeParse('я'.repeat(10_001)).success).toBe(false);
    expect(idList.safeParse(Array.from({ length: 1000 }, (_, index) => index + 1)).success).toBe(true);
    expect(idList.safeParse(Array.from({ length: 1001 }, (_, index) => index + 1)).success).toBe(false);
  });
});
