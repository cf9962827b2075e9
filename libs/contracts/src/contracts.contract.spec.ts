import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { breakOf, schemaOf, type ContractSchema } from './contract-schema.js';
import { contracts, defineEvent, envelopeOf, type EventDefinition } from './index.js';

const folder = new URL('../snapshots/', import.meta.url);
const snapshot = (subject: string) =>
  JSON.parse(readFileSync(new URL(`${subject}.json`, folder), 'utf8')) as ContractSchema;

describe('published contracts', () => {
  it.each(contracts.map((event) => [event.subject, event] as const))(
    '%s is equal to its snapshot',
    (subject, event) => {
      // Fails where a published version changed: publish a new version beside it.
      expect(breakOf(snapshot(subject), schemaOf(event))).toBeUndefined();
      // Fails at an optional addition: npm run generate
      expect(schemaOf(event)).toEqual(snapshot(subject));
    },
  );

  it('has one snapshot for each contract and no other, so that no published version disappears unnoticed', () => {
    const files = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
    expect(files.sort()).toEqual(contracts.map((event) => event.subject).sort());
  });

  it('names each contract once, and its file by its name', () => {
    expect(new Set(contracts.map((event) => event.subject)).size).toBe(contracts.length);
    for (const event of contracts)
      expect(event.subject).toMatch(new RegExp(`^${event.owner}\\.[a-z]+(-[a-z]+)*\\.v${event.version}$`));
  });
});

// Erasure finds the events of an account by the values at the top level of their data.
describe('ids of accounts', () => {
  it.each(contracts.map((event) => [event.subject, event] as const))('%s has none below the top level', (_, event) => {
    expect(idsBelow(event)).toEqual([]);
  });

  it.each([
    ['in a list', { players: z.array(z.uuid()).nullable() }, 'players.anyOf.0.items'],
    ['in an object', { by: z.object({ accountId: z.uuid().nullable() }) }, 'by.properties.accountId.anyOf.0'],
    ['as keys', { scores: z.record(z.uuid(), z.int()) }, 'scores.propertyNames'],
  ])('are seen %s', (_, fields, place) => {
    expect(idsBelow(define({ id: z.uuid(), accountId: z.uuid().nullable(), ...fields }))).toEqual([place]);
  });
});

describe('what may change within a version', () => {
  const published = schemaOf(define({ id: z.uuid(), amount: z.int() }));

  it('takes an optional field', () => {
    expect(
      breakOf(published, schemaOf(define({ id: z.uuid(), amount: z.int(), note: z.string().optional() }))),
    ).toBeUndefined();
  });

  it.each([
    ['a field taken away', { id: z.uuid() }],
    ['another type', { id: z.uuid(), amount: z.number() }],
    ['a narrower value', { id: z.uuid(), amount: z.int().positive() }],
    ['a field that became optional', { id: z.uuid(), amount: z.int().optional() }],
    ['a new required field', { id: z.uuid(), amount: z.int(), note: z.string() }],
  ])('refuses %s', (_, fields) => {
    expect(typeof breakOf(published, schemaOf(define(fields)))).toBe('string');
  });

  it('refuses another owner', () => {
    expect(breakOf(published, schemaOf({ ...define({ id: z.uuid(), amount: z.int() }), owner: 'media' }))).toContain(
      'owner',
    );
  });
});

describe('the envelope', () => {
  const event = define({ id: z.uuid() });
  const id = '0190f7a0-0000-7000-8000-000000000001';
  const message = {
    specversion: '1.0',
    id,
    source: '/services/users',
    type: event.type,
    time: '2026-11-20T12:00:00.000Z',
    subject: id,
    datacontenttype: 'application/json',
    data: { id },
  };

  it('takes CloudEvents 1.0 with and without a trace, and drops fields that this version does not know', () => {
    expect(envelopeOf(event).parse({ ...message, data: { id, later: true } })).toEqual(message);
    expect(envelopeOf(event).parse({ ...message, traceparent: '00-a-b-01' }).traceparent).toBe('00-a-b-01');
  });

  it.each([{ type: 'users.other.v1' }, { id: 'x' }, { time: 'now' }, { specversion: '0.3' }, { data: {} }])(
    'refuses %j',
    (fault) => {
      expect(envelopeOf(event).safeParse({ ...message, ...fault }).success).toBe(false);
    },
  );

  it('derives the subject from owner, name and version', () => {
    expect(event.subject).toBe('users.thing-done.v1');
    expect(event.type).toBe(event.subject);
  });
});

/** The places of UUIDs in the schema of the data, except those that are values of its fields. */
function idsBelow(event: EventDefinition): string[] {
  const { properties } = schemaOf(event).schema;
  return Object.entries(properties)
    .flatMap(([field, schema]) => idsIn(schema, field))
    .filter((place) => !/^\w+(\.anyOf\.\d+)*$/.test(place));
}

function idsIn(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const below = Object.entries(schema).flatMap(([keyword, value]) => idsIn(value, `${place}.${keyword}`));
  return 'format' in schema && schema.format === 'uuid' ? [place, ...below] : below;
}

function define<S extends z.ZodRawShape>(fields: S) {
  return defineEvent({
    name: 'ThingDone',
    version: 1,
    owner: 'users',
    description: 'For this test.',
    about: 'id' as never,
    data: z.object(fields),
  });
}
