import { facets } from '@headwater/domain/query/facets';
import { type UsageEventName, usageEventNames, usageEventTypes } from '@headwater/domain/usage-events/catalogue';
import { type PropertyKind, propertyKinds, type PropertyName } from '@headwater/domain/usage-events/properties';
import { z } from 'zod';
import { currentUser } from './accounts.ts';
import { route } from './route.ts';

/** EVT-008 */
export const eventDestinations = ['amplitude'] as const;

/** A name of a status or folder. Rejects e-mail addresses and phone numbers. */
const label = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => !text.includes('@') && !/\d(?:[\s().-]*\d){5}/.test(text), 'field_invalid');

function valueOf(kind: PropertyKind) {
  if (typeof kind !== 'string') return z.enum(kind);
  if (kind === 'flag') return z.boolean();
  if (kind === 'label') return label;
  return z
    .number()
    .int()
    .min(kind === 'id' ? 1 : 0)
    .max(Number.MAX_SAFE_INTEGER);
}

/** EVT-005: the search without its words and values, which may be names of candidates. */
const searchContext = z.strictObject({
  Has_Query: z.boolean(),
  Facets: z.array(z.enum(facets)).max(facets.length),
  Page: z.number().int().min(1).max(1_000_000),
});
export type SearchContext = z.infer<typeof searchContext>;

const shapeOf = (names: readonly PropertyName[] = []) => Object.fromEntries(names.map((name) => [name, valueOf(propertyKinds[name])]));

const propertiesOf = (name: UsageEventName) => {
  const { properties, optional } = usageEventTypes[name];
  return z.strictObject({
    Event_Name: z.literal(name),
    Location: valueOf(propertyKinds.Location),
    Search_Context: searchContext.nullable(),
    ...shapeOf(properties),
    ...z.object(shapeOf(optional)).partial().shape,
  });
};

/** EVT-006, EVT-007: unknown keys, such as a token, are dropped. Notices of staff are free texts. */
const userProperties = currentUser.omit({ system_notifications: true, license_contact: true });

const [first, ...others] = usageEventNames.map(propertiesOf) as [ReturnType<typeof propertiesOf>, ...ReturnType<typeof propertiesOf>[]];

const user = z.number().int().positive().nullable();

/** EVT-003 to EVT-006 */
const payload = z
  .strictObject({
    /** Null: a visitor of the sign-in page. */
    user_id: user,
    /** Company of the user. */
    licence_id: user,
    event_type: z.enum(usageEventNames),
    /** Milliseconds since 1970. */
    time: z.number().int().min(0).max(32_503_680_000_000),
    event_properties: z.discriminatedUnion('Event_Name', [first, ...others]),
    user_properties: userProperties.nullable(),
  })
  .refine(({ event_type: type, event_properties: properties }) => type === properties.Event_Name, {
    path: ['event_properties', 'Event_Name'],
    message: 'field_invalid',
  });
export type UsageEventPayload = z.infer<typeof payload>;

export const usageEvents = {
  send: route({
    method: 'POST',
    path: '/api/events/',
    summary: 'A usage event of the product, from its screens or with the service token of the installation',
    access: 'public',
    errors: ['unauthorized', 'too_many_requests'],
    json: 64 * 1024,
    example: {
      payload: {
        user_id: null,
        licence_id: null,
        event_type: 'Login: Request Demo',
        time: 0,
        event_properties: { Event_Name: 'Login: Request Demo', Location: 'Login', Search_Context: null },
        user_properties: null,
      },
    },
  })
    .input(
      z.object({
        payload,
        destinations: z
          .array(z.enum(eventDestinations))
          .max(1)
          .default([...eventDestinations]),
      }),
    )
    .output(z.object({})),
  summary: route({
    method: 'GET',
    path: '/api/v6/usage-events/',
    summary: 'Usage events of the last 30 days by name, and where events are sent',
    access: 'staff',
  }).output(
    z.object({
      counts: z.array(z.object({ name: z.string(), count: z.number().int() })),
      kept_days: z.number().int(),
      is_sent_to_amplitude: z.boolean(),
    }),
  ),
};
