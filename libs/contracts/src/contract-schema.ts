import { z } from 'zod';
import type { EventDefinition } from './define-event.js';

/** The JSON Schema of one contract's data, as committed in `snapshots/`. */
export interface ContractSchema {
  subject: string;
  owner: string;
  schema: JsonSchema;
}

interface JsonSchema {
  properties: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}

export function schemaOf(event: EventDefinition): ContractSchema {
  const schema = z.toJSONSchema(event.data, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // The library's regular expression for a format changes with its releases.
      if (jsonSchema.format) delete jsonSchema.pattern;
      // Descriptions may change.
      delete jsonSchema.description;
    },
  });
  return { subject: event.subject, owner: event.owner, schema: schema as JsonSchema };
}

/**
 * Returns why `now` cannot keep the version of the published `before`; undefined if it can. A version may only gain
 * fields, and only optional ones.
 */
export function breakOf(before: ContractSchema, now: ContractSchema): string | undefined {
  if (before.owner !== now.owner) return `the owner was ${before.owner}`;
  for (const [field, published] of Object.entries(before.schema.properties)) {
    if (JSON.stringify(now.schema.properties[field]) !== JSON.stringify(published))
      return `field ${field} is published as ${JSON.stringify(published)}`;
  }
  const required = (schema: ContractSchema) => [...(schema.schema.required ?? [])].sort().join(', ');
  if (required(before) !== required(now)) return `the required fields are published as ${required(before)}`;
  const rest = ({ schema: { properties: _, required: __, ...other } }: ContractSchema) => JSON.stringify(other);
  if (rest(before) !== rest(now)) return 'the kind of object changed';
  return undefined;
}
